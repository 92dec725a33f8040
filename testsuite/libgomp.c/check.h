/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by the programs: CHECK what must hold, from any thread.  If it does not
   hold, the program ends; EXPECT of unit/check.h counts, and the test goes
   on.  */

#ifndef TEST_CHECK_H
#define TEST_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                       \
  ((condition) ? (void)0 : check_failed (#condition, __FILE__, __LINE__))

static inline void
check_failed (const char *condition, const char *file, int line)
{
  fprintf (stderr, "%s:%d: %s does not hold\n", file, line, condition);
  fflush (stderr);
  _Exit (1);
}

#endif
