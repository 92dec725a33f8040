/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* For unit and stress tests: EXPECT what must hold, end with check_done.

     static void test_empty (void) { EXPECT (list_is_empty (&l)); }
     int main (void) { RUN (test_empty); return check_done (); }

   RUN prints one line PASS or FAIL for each function.  Any thread may call
   EXPECT.  If it fails the test goes on, unlike with libgomp.c/check.h.  */

#ifndef UNIT_CHECK_H
#define UNIT_CHECK_H

#include <stdio.h>

static int check_failures; /* of the running function; atomic */
static int check_failed_functions;

#define EXPECT(condition)                                                      \
  ((condition) ? (void)0 : check_failed (#condition, __FILE__, __LINE__))
#define RUN(function) check_run (#function, function)

static inline void
check_failed (const char *condition, const char *file, int line)
{
  __atomic_add_fetch (&check_failures, 1, __ATOMIC_RELAXED);
  printf ("%s:%d: %s does not hold\n", file, line, condition);
}

static inline void
check_run (const char *name, void (*function) (void))
{
  check_failures = 0;
  function ();
  if (check_failures)
    check_failed_functions++;
  printf ("%s: %s\n", check_failures ? "FAIL" : "PASS", name);
  fflush (stdout);
}

static inline int
check_done (void)
{
  return check_failed_functions ? 1 : 0;
}

#endif
