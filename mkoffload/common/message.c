/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Messages of mkoffload; see message.h.  */

#include "message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"

static void
say (const char *kind, const char *format, va_list arguments, int errnum)
{
  fprintf (stderr, "offgomp mkoffload (%s): %s: ", mkoffload_device, kind);
  vfprintf (stderr, format, arguments);
  if (errnum != 0)
    fprintf (stderr, ": %s", strerror (errnum));
  fputc ('\n', stderr);
}

#define SAY(kind, errnum)                                                      \
  do                                                                           \
    {                                                                          \
      va_list arguments;                                                       \
      va_start (arguments, format);                                            \
      say (kind, format, arguments, errnum);                                   \
      va_end (arguments);                                                      \
    }                                                                          \
  while (0)

void
say_error (const char *format, ...)
{
  SAY ("error", 0);
}

void
say_warning (const char *format, ...)
{
  SAY ("warning", 0);
}

void
say_hint (const char *format, ...)
{
  SAY ("hint", 0);
}

void
fail (const char *format, ...)
{
  SAY ("error", 0);
  process_cleanup ();
  exit (EXIT_FAILURE);
}

void
fail_errno (const char *format, ...)
{
  int errnum = errno;
  SAY ("error", errnum);
  process_cleanup ();
  exit (EXIT_FAILURE);
}
