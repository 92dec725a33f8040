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
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "os/os.h"
#include "sync/cpu_waiters.h"

/* 8 bytes, usable in shared memory; all zero is a valid start.  */
struct gomp_wait_word
{
  atomic_uint value;    /* what is waited on */
  atomic_uint sleepers; /* threads that sleep or are about to, and a mark */
};

/* How long a wait spins.  Set up before threads wait; the program may change
   the times later.  Relaxed: each value stands alone.  */
struct gomp_wait_policy
{
  _Atomic uint64_t spin_ns;      /* budget where CPUs are free; UINT64_MAX:
                                    forever */
  _Atomic uint64_t throttled_ns; /* budget where threads outnumber CPUs */
  bool fixed;       /* set by the user: experience changes nothing */
  atomic_uint cpus; /* CPUs that this process may use; 0: not known yet */
  _Atomic uint64_t recount_at;    /* a wait that looks at the clock from then on
                                     calls the next; UINT64_MAX: none does */
  void (*recount) (uint64_t now); /* sets both anew, or leaves it to another */
  _Atomic uint64_t part_at; /* from then on, one of the library's own threads
                               on the same CPU may go to another; UINT64_MAX:
                               none does */
  atomic_bool parting;      /* one is about to */
  atomic_uint threads;      /* threads of ours that have work or look for it */
  atomic_uint workers; /* those of them that gomp_wait_count_running counts */
  _Atomic (atomic_uint *) census; /* workers of all copies of the library in
                                     the process; NULL: of ours alone */
};
HIDDEN extern struct gomp_wait_policy gomp_wait_policy;
/* Change the count of our threads: workers, and threads of the program, which
   other copies of the library may count, too.  */
HIDDEN void gomp_wait_count_running (int change);
HIDDEN void gomp_wait_count_foreign (int change);
/* From now on, count with other copies of the library.  */
HIDDEN void gomp_wait_join_census (void);
/* CPUs that this process may use.  */
HIDDEN unsigned gomp_wait_cpus (void);
/* In a forked child: no thread is counted.  */
HIDDEN void gomp_wait_forked (void);
/* Threads of ours, and workers of the other copies, that are counted.  */
HIDDEN unsigned gomp_wait_running (void);
/* Do they outnumber the CPUs?  */
HIDDEN bool gomp_wait_crowded (void);

/* What a thread learnt from its waits of one kind; its own, zero at first.  */
struct gomp_wait_habit
{
  uint64_t avoid_until; /* no yields before this time */
  uint32_t usual_ns;    /* moving average of the length of waits */
  uint16_t avoid;       /* for so many slices they were avoided last */
  uint8_t cheap_yields; /* since the last dear one; stops at some number */
  bool dear_before;     /* a yield gave a time slice away */
  bool crowded;         /* others wanted this CPU when it was offered last */
};

/* Wait until WORD's value differs from SEEN; returns the new value.  Acquire:
   pairs with the release of gomp_wait_set.  */
HIDDEN unsigned gomp_wait_while (struct gomp_wait_word *word, unsigned seen,
                                 enum gomp_wait_scope scope) HOT;

/* Something else that a waiter looks at now and then.  */
struct gomp_wait_poll
{
  /* True: stop waiting; may do useful work.  */
  bool (*look) (void *arg);
  /* Around a sleep, which the last look comes before: (ARG, true) before and
     (ARG, false) after it.  True: a side that makes LOOK succeed, after
     os_fence_light, reads what this wrote and then nudges the word.  */
  bool (*asleep) (void *arg, bool entering);
  void *arg;
  struct gomp_wait_habit *habit; /* of the calling thread, or NULL */
  struct gomp_beside *beside;    /* the same; the word is memory that is never
                                    given back.  NULL: all waiting yields */
  bool patient;      /* at first, yields may give whole time slices away and are
                        followed by no sleep */
  bool in_turn;      /* yield once, first: others on this CPU may be the next */
  atomic_uint *eye;  /* NULL, or what a spin looks at in place of the word, */
  unsigned eye_seen; /* until it differs from this */
  bool parks; /* has no work: does not count as running while it sleeps; the
                 word's only sleeper */
  uint64_t most_ns; /* 0, or how long it spins, and again sleeps, at most */
};
/* Wait until WORD's value differs from SEEN, POLL's look says true or the time
   is over; returns the value.  Threads of this process only.  */
HIDDEN unsigned gomp_wait_while_polling (struct gomp_wait_word *word,
                                         unsigned seen,
                                         const struct gomp_wait_poll *poll) HOT;

/* The same without a spin: POLL's look comes only before the sleep.  */
HIDDEN unsigned gomp_wait_sleep_polling (struct gomp_wait_word *word,
                                         unsigned seen,
                                         const struct gomp_wait_poll *poll);

/* Store VALUE and wake whoever sleeps.  Release: pairs with the acquire of
   gomp_wait_while.  */
HIDDEN void gomp_wait_set (struct gomp_wait_word *word, unsigned value,
                           enum gomp_wait_scope scope) HOT;
/* Wake up to COUNT sleepers after the caller changed the value itself, with a
   sequentially consistent read-modify-write or a fence after it; returns how
   many were woken.  */
HIDDEN unsigned gomp_wait_wake (struct gomp_wait_word *word, unsigned count,
                                enum gomp_wait_scope scope) HOT;

/* The same for all, whatever WORD says of them: in memory of another process
   that may have spoilt it.  A system call each time.  */
HIDDEN void gomp_wait_rouse (struct gomp_wait_word *word,
                             enum gomp_wait_scope scope);

/* Words whose lower GOMP_WAIT_NOTE_BITS only change to make waiters look, the
   upper bits being a number: give it, count it up, make COUNT sleepers look
   (returns how many were asleep and woken).  One thread at a time counts up,
   any nudges.  Threads of this process only.  */
#define GOMP_WAIT_NOTE_BITS 10
HIDDEN void gomp_wait_advance (struct gomp_wait_word *word) HOT;
HIDDEN unsigned gomp_wait_nudge (struct gomp_wait_word *word, unsigned count);

/* Bare 4-byte words (locks of the ABI): sleep, unless *VALUE differs from SEEN,
   until woken; returns the value, which may have become SEEN again.  The side
   that changes it knows from the value itself whether somebody may sleep, and
   then wakes COUNT of them.  */
HIDDEN unsigned gomp_wait_bare (atomic_uint *value, unsigned seen);
HIDDEN void gomp_wait_wake_bare (atomic_uint *value, unsigned count);
/* Spin only, for what comes soon, after an attempt to change *VALUE found SEEN
   there: until it differs, or the policy's budget is spent; returns it.  */
HIDDEN unsigned gomp_wait_spin (atomic_uint *value, unsigned seen);
/* The two halves of a wait, for who knows more than the policy: spin for about
   BUDGET_NS at most; sleep, without a spin, for TIMEOUT_NS at most (< 0: no
   limit).  Both return the value, SEEN where the time was over.  */
HIDDEN unsigned gomp_wait_spin_for (atomic_uint *value, unsigned seen,
                                    uint64_t budget_ns) HOT;
HIDDEN unsigned gomp_wait_sleep (struct gomp_wait_word *word, unsigned seen,
                                 enum gomp_wait_scope scope,
                                 int64_t timeout_ns);
/* The spin for who may know that others WANT this CPU: then it yields at
   once.  */
HIDDEN unsigned gomp_wait_spin_beside (atomic_uint *value, unsigned seen,
                                       uint64_t budget_ns, bool want) HOT;
/* Look at nothing for about NS, for the good of those who use a line.  */
HIDDEN void gomp_wait_aside (uint64_t ns);
/* One round of waiting for something that cannot be slept on and comes
   within a few instructions of another thread: pause, later yield.  ROUND
   counts from 0.  */
HIDDEN void gomp_wait_round (unsigned *round);

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
  return gomp_wait_value (word) >> GOMP_WAIT_NOTE_BITS;
}

/* The first half of gomp_wait_advance: a sequentially consistent fence and
   gomp_wait_wake come after.  */
static inline void
gomp_wait_count_up (struct gomp_wait_word *word)
{
  unsigned value = atomic_load_explicit (&word->value, memory_order_relaxed);
  value = ((value >> GOMP_WAIT_NOTE_BITS) + 1) << GOMP_WAIT_NOTE_BITS;
  /* Pairs with the acquire of the waiters.  A nudge that gets lost here was
     meant for the wait that this ends.  No locked instruction, which would keep
     this thread until it has the line from those who look at it.  */
  atomic_store_explicit (&word->value, value, memory_order_release);
}

#endif
