/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The error directive at execution time (OpenMP 5.1 section 2.5.4).  MSG has
   LENGTH bytes, or is NUL terminated if LENGTH is SIZE_MAX, or is NULL.  */

#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "abi/api.h"
#include "base/diag.h"
#include "team/callbacks.h"
#include "team/self.h"

static int
message_length (const char *msg, size_t length)
{
  if (msg == NULL)
    return 0;
  if (length == SIZE_MAX)
    length = strlen (msg);
  return length < INT_MAX ? (int)length : INT_MAX;
}

/* Tell the tool, if any.  */
static void
observe (ompt_severity_t severity, const char *msg, size_t length,
         const void *at)
{
  gomp_self ();
  GOMP_CALL_TOOL_ANYWHERE (error, severity, msg != NULL ? msg : "",
                           (size_t)message_length (msg, length), at);
}

void
GOMP_warning (const char *msg, size_t length)
{
  observe (ompt_warning, msg, length, __builtin_return_address (0));
  gomp_error ("error directive encountered%s%.*s", msg != NULL ? ": " : "",
              message_length (msg, length), msg != NULL ? msg : "");
}

void
GOMP_error (const char *msg, size_t length)
{
  observe (ompt_fatal, msg, length, __builtin_return_address (0));
  gomp_fatal ("fatal error: error directive encountered%s%.*s",
              msg != NULL ? ": " : "", message_length (msg, length),
              msg != NULL ? msg : "");
}
