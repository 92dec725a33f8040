/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OMP_TOOL_VERBOSE_INIT: the search for a tool, line by line; see ompt.h.  A
   file that cannot be written is reported once, on stderr.  */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/uncancelled.h"
#include "icv/icv.h"
#include "ompt/ompt.h"
#include "os/file.h"
#include "os/held.h"
#include "os/memory.h"
#include "os/process.h"

static struct
{
  bool to_stdout, to_stderr;
  struct os_held file; /* held, because the tool's code runs while it is open */
} verbose = { .file = OS_HELD_NONE };

static void
report (int error)
{
  char cause[128];
  gomp_error ("OMP_TOOL_VERBOSE_INIT: cannot write to \"%s\": %s",
              gomp_icv_global.tool_verbose,
              os_file_error (error, cause, sizeof (cause)));
}

void
gomp_ompt_say_begin (void)
{
  const char *where = gomp_icv_global.tool_verbose;
  if (where == NULL || *where == '\0' || strcmp (where, "disabled") == 0)
    return;
  verbose.to_stdout = strcmp (where, "stdout") == 0;
  verbose.to_stderr = strcmp (where, "stderr") == 0;
  if (verbose.to_stdout || verbose.to_stderr)
    return;
  int fd;
  int error = os_file_create (where, &fd);
  if (error == 0)
    os_held_set (&verbose.file, fd);
  else
    report (error);
}

static int
write_line (int fd, const char *line)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct os_quiet quiet;
  os_quiet_begin (&quiet);
  int error = os_write_file (fd, line, strlen (line));
  os_quiet_end (&quiet);
  return error;
}

void
gomp_ompt_say (const char *fmt, ...)
{
  char text[900], line[1000];
  int fd = verbose.to_stdout ? STDOUT_FILENO : os_held_get (&verbose.file);
  if (fd < 0 && !verbose.to_stderr)
    return;
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (text, sizeof (text), fmt, ap);
  va_end (ap);
  snprintf (line, sizeof (line), "libgomp: OMPT: %s\n", text);
  if (verbose.to_stderr)
    gomp_print (line);
  else
    {
      int error = write_line (fd, line);
      if (error == 0)
        return;
      report (error);
      gomp_ompt_say_end ();
    }
}

void
gomp_ompt_say_end (void)
{
  verbose.to_stdout = verbose.to_stderr = false;
  os_held_close (&verbose.file);
}
