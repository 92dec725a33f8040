/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Broken invariants; see invariant.h.  Owns the number of mutexes that each
   thread has.  */

#include "base/invariant.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

#if GOMP_CHECKING
static _Thread_local int locks;

static TLS_ACCESS int *
find_locks (void)
{
  return &locks;
}

void
gomp_invariant_count_lock (int change)
{
  *find_locks () += change;
}

int
gomp_invariant_locks (void)
{
  return *find_locks ();
}

/* FILE as the source tree calls it.  */
static const char *
shorten (const char *file)
{
  static const char *const top[] = { "/libgomp/", "/plugin/" };
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (top); i++)
    {
      const char *found = strstr (file, top[i]);
      for (; found != NULL; found = strstr (found + 1, top[i]))
        file = found + 1;
    }
  return file;
}

void
gomp_invariant_broken (const char *condition, const char *file, int line,
                       const char *fmt, ...)
{
  char text[512];
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (text, sizeof (text), fmt, ap);
  va_end (ap);
  gomp_error ("invariant broken: %s\n  %s does not hold (%s:%d)", text,
              condition, shorten (file), line);
  abort ();
}
#endif
