/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Waiting on a word: the only place that sleeps.

   A wait word is a value that one side changes and others wait on.  Waiting
   spins for the time that the policy allows (spin.h), then sleeps in the
   kernel; a change costs a system call only if a thread sleeps.  The same code
   serves threads of one process and, with GOMP_WAIT_SHARED, processes that
   share the word's memory.  */

#ifndef GOMP_SYNC_WAIT_H
#define GOMP_SYNC_WAIT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "os/os.h"
#include "sync/spin.h"

/* 8 bytes, usable in shared memory; all zero is a valid start.  */
struct gomp_wait_word
{
  atomic_uint value;    /* what is waited on */
  atomic_uint sleepers; /* threads that sleep or are about to sleep, and a
                           mark */
};

/* Wait until WORD's value differs from SEEN; returns the new value.  Acquire:
   pairs with the release of gomp_wait_set.  */
HIDDEN unsigned gomp_wait_while (struct gomp_wait_word *word, unsigned seen,
                                 enum gomp_wait_scope scope) HOT;

/* Wait until WORD's value differs from SEEN, POLL's look returns true or the
   time is over; returns the value.  Threads of this process only.  */
HIDDEN unsigned gomp_wait_while_polling (struct gomp_wait_word *word,
                                         unsigned seen,
                                         const struct gomp_wait_poll *poll) HOT;

/* The same without a spin: POLL's look comes only before the sleep.  */
HIDDEN unsigned gomp_wait_sleep_polling (struct gomp_wait_word *word,
                                         unsigned seen,
                                         const struct gomp_wait_poll *poll);

/* Store VALUE and wake all sleepers.  Release: pairs with the acquire of
   gomp_wait_while.  */
HIDDEN void gomp_wait_set (struct gomp_wait_word *word, unsigned value,
                           enum gomp_wait_scope scope) HOT;
/* Wake up to COUNT sleepers after the caller changed the value itself, with a
   sequentially consistent read-modify-write or a fence after it; returns how
   many were woken.  */
HIDDEN unsigned gomp_wait_wake (struct gomp_wait_word *word, unsigned count,
                                enum gomp_wait_scope scope) HOT;

/* Wake all sleepers, whatever WORD says about them: for memory of another
   process that may have corrupted it.  A system call each time.  */
HIDDEN void gomp_wait_rouse (struct gomp_wait_word *word,
                             enum gomp_wait_scope scope);

/* Words with nudges: the lower GOMP_WAIT_NUDGE_BITS change only to let waiters
   look; the upper bits are a number.  The functions return the number;
   increment it; let COUNT sleepers look, and return how many were woken.  One
   thread at a time increments; any thread nudges.  For threads of this process
   only.  */
#define GOMP_WAIT_NUDGE_BITS 10
HIDDEN void gomp_wait_advance (struct gomp_wait_word *word) HOT;
HIDDEN unsigned gomp_wait_nudge (struct gomp_wait_word *word, unsigned count);

/* For bare 4-byte words (locks of the ABI): sleep, unless *VALUE differs from
   SEEN, until woken.  Returns the value, which may be SEEN again.  The side
   that changes the value knows from it if a thread may sleep, and then wakes
   COUNT of them.  */
HIDDEN unsigned gomp_wait_bare (atomic_uint *value, unsigned seen);
HIDDEN void gomp_wait_wake_bare (atomic_uint *value, unsigned count);
/* Sleep, without a spin, for at most TIMEOUT_NS (< 0: no limit).  Returns the
   value; SEEN if the time is over.  */
HIDDEN unsigned gomp_wait_sleep (struct gomp_wait_word *word, unsigned seen,
                                 enum gomp_wait_scope scope,
                                 int64_t timeout_ns);
/* The process is ending, and going on would be wrong, or would be reported as
   an error.  Called without a lock: sleep.  If the process still exists after
   some seconds, end the thread, since exit handlers may wait for it.  Not
   earlier: a thread that joins it would go on as if nothing had failed.  The
   main thread sleeps for ever.  If the thread that is to end the program cannot
   begin, because this one is in an exit handler, this one ends the program.  */
HIDDEN _Noreturn void gomp_wait_for_end (void) COLD;
/* In a forked child: no thread is counted, and none waits on the same CPU.  */
HIDDEN void gomp_wait_forked (void);

/* Before other threads see WORD.  */
static inline void
gomp_wait_init (struct gomp_wait_word *word, unsigned value)
{
  atomic_store_explicit (&word->value, value, memory_order_relaxed);
  atomic_store_explicit (&word->sleepers, 0, memory_order_relaxed);
}

static inline unsigned
gomp_wait_value (struct gomp_wait_word *word)
{
  return atomic_load_explicit (&word->value, memory_order_acquire);
}

static inline unsigned
gomp_wait_number (struct gomp_wait_word *word)
{
  return gomp_wait_value (word) >> GOMP_WAIT_NUDGE_BITS;
}

/* The first half of gomp_wait_advance: a sequentially consistent fence and
   gomp_wait_wake come after.  */
static inline void
gomp_wait_count_up (struct gomp_wait_word *word)
{
  unsigned value = atomic_load_explicit (&word->value, memory_order_relaxed);
  value = ((value >> GOMP_WAIT_NUDGE_BITS) + 1) << GOMP_WAIT_NUDGE_BITS;
  /* Pairs with the acquire of the waiters.  A nudge that is lost here belonged
     to the wait that this ends.  Use no locked instruction: it would delay this
     thread until it has the line from the threads that read it.  */
  atomic_store_explicit (&word->value, value, memory_order_release);
}

#endif
