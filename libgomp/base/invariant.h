/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Invariants: conditions that hold whatever a program does.

   A library that was configured with --enable-checking tests them while it
   runs, and ends the program by abort at the first that is broken.  In other
   libraries they are no code at all.  testsuite/mutants/ breaks each.  */

#ifndef GOMP_BASE_INVARIANT_H
#define GOMP_BASE_INVARIANT_H

#include "base/compiler.h"

#ifdef ENABLE_CHECKING
#  define GOMP_CHECKING 1
#else
#  define GOMP_CHECKING 0
#endif

/* gomp_invariant (CONDITION, FORMAT, VALUE...): CONDITION holds.  The message
   gives the formatted text, the condition and its position in the source.
   Without checking, neither the condition nor the values are evaluated.  */
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

/* The calling thread has locked (CHANGE is 1) or released (-1) a mutex of this
   library; how many it holds.  Counted with checking only.  */
HIDDEN void gomp_invariant_count_lock (int change);
HIDDEN int gomp_invariant_locks (void);

static inline void
gomp_invariant_lock (int change)
{
  if (GOMP_CHECKING)
    gomp_invariant_count_lock (change);
}

#endif
