/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The only place that spins or sleeps.

   A wait word is a value that one side changes and others wait on.  Waiting
   spins for the time that the policy allows, then sleeps in the kernel; a
   change costs a system call only when somebody sleeps.  The same code serves
   threads of one process and, with GOMP_WAIT_SHARED, processes that share the
   word's memory.  */

#ifndef GOMP_SYNC_WAIT_H
#define GOMP_SYNC_WAIT_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/compiler.h"
#include "os/os.h"

/* 8 bytes, usable in shared memory; all zero is a valid start.  */
struct gomp_wait_word
{
  atomic_uint value;    /* what is waited on */
  atomic_uint sleepers; /* threads that sleep or are about to */
};

/* How long a wait spins.  Set up once before threads wait, read by all.  */
struct gomp_wait_policy
{
  uint64_t spin_ns;      /* budget where CPUs are free; UINT64_MAX: forever */
  uint64_t throttled_ns; /* budget where threads outnumber CPUs */
  unsigned cpus;         /* CPUs that this process may use; 0: not known yet */
  atomic_uint threads;   /* threads of ours that run or spin */
};
HIDDEN extern struct gomp_wait_policy gomp_wait_policy;

/* Wait until WORD's value differs from SEEN; returns the new value.  Acquire:
   pairs with the release of gomp_wait_set.  */
HIDDEN unsigned gomp_wait_while (struct gomp_wait_word *word, unsigned seen,
                                 enum gomp_wait_scope scope) HOT;
/* The same, but never longer than TIMEOUT_NS altogether; may return SEEN.  */
HIDDEN unsigned gomp_wait_while_timed (struct gomp_wait_word *word,
                                       unsigned seen,
                                       enum gomp_wait_scope scope,
                                       int64_t timeout_ns);
/* Store VALUE and wake whoever sleeps.  Release: pairs with the acquire of
   gomp_wait_while.  */
HIDDEN void gomp_wait_set (struct gomp_wait_word *word, unsigned value,
                           enum gomp_wait_scope scope) HOT;
/* Wake up to COUNT sleepers after the caller changed the value itself with a
   sequentially consistent read-modify-write.  */
HIDDEN void gomp_wait_wake (struct gomp_wait_word *word, unsigned count,
                            enum gomp_wait_scope scope) HOT;

static inline unsigned
gomp_wait_value (struct gomp_wait_word *word)
{
  return atomic_load_explicit (&word->value, memory_order_acquire);
}

#endif
