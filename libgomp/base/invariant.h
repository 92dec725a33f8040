/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Invariants: what must hold whatever a program does.

   A library that was configured with --enable-checking looks at each of them
   while it runs, and ends the program by abort at the first that is broken.  In
   others they are no code at all.  testsuite/mutants/ breaks each.  */

#ifndef GOMP_BASE_INVARIANT_H
#define GOMP_BASE_INVARIANT_H

#include "base/compiler.h"

#ifdef ENABLE_CHECKING
#  define GOMP_CHECKING 1
#else
#  define GOMP_CHECKING 0
#endif

/* gomp_invariant (CONDITION, FORMAT, VALUE...): CONDITION holds.  The message
   has what FORMAT says, the condition, and where it stands.  Neither it nor the
   values are evaluated without checking.  */
#if GOMP_CHECKING
#  define gomp_invariant(condition, ...)                                       \
    (likely (condition) ? (void)0                                              \
                        : gomp_invariant_broken (#condition, __FILE__,         \
                                                 __LINE__, __VA_ARGS__))
#else
#  define gomp_invariant(condition, ...) ((void)sizeof (!(condition)))
#endif

HIDDEN _Noreturn void gomp_invariant_broken (const char *condition,
                                             const char *file, int line,
                                             const char *fmt, ...)
    PRINTF_LIKE (4, 5) COLD;

/* The calling thread has taken (CHANGE is 1) or given back (-1) a mutex of this
   library, and how many it has.  Counted with checking only.  */
HIDDEN void gomp_invariant_count_lock (int change);
HIDDEN int gomp_invariant_locks (void);

static inline void
gomp_invariant_lock (int change)
{
  if (GOMP_CHECKING)
    gomp_invariant_count_lock (change);
}

#endif
