/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The error directive at execution time (OpenMP 5.1 section 2.5.4).  MSG has
   LENGTH bytes, or is NUL terminated if LENGTH is SIZE_MAX, or is NULL.  */

#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "abi/api.h"
#include "base/diag.h"

static int
message_length (const char *msg, size_t length)
{
  if (msg == NULL)
    return 0;
  if (length == SIZE_MAX)
    length = strlen (msg);
  return length < INT_MAX ? (int)length : INT_MAX;
}

void
GOMP_warning (const char *msg, size_t length)
{
  gomp_error ("error directive encountered%s%.*s", msg != NULL ? ": " : "",
              message_length (msg, length), msg != NULL ? msg : "");
}

void
GOMP_error (const char *msg, size_t length)
{
  gomp_fatal ("fatal error: error directive encountered%s%.*s",
              msg != NULL ? ": " : "", message_length (msg, length),
              msg != NULL ? msg : "");
}
