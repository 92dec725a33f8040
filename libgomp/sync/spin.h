/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The only place that spins, and the policy by which it does.

   A spin reads a value until it differs from the value seen before.  The
   policy, the thread's earlier waits and the CPUs limit its time.  Meanwhile it
   offers its CPU to other threads. wait.h sleeps after the spin.  */

#ifndef GOMP_SYNC_SPIN_H
#define GOMP_SYNC_SPIN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "sync/cpu_waiters.h"

/* How long a wait spins.  Set up before threads wait; the program may change
   the times later.  Relaxed: each value stands alone.  */
struct gomp_spin_policy
{
  _Atomic uint64_t spin_ns;      /* budget if CPUs are free; UINT64_MAX:
                                    forever */
  _Atomic uint64_t throttled_ns; /* budget where threads outnumber CPUs */
  bool fixed; /* set by the user: earlier waits do not change it */
};
HIDDEN extern struct gomp_spin_policy gomp_spin_policy;

/* What a thread has learnt from its waits of one kind; private to the thread,
   initially zero.  */
struct gomp_spin_habit
{
  uint64_t avoid_until; /* no yields before this time */
  uint64_t asked_until; /* that of the process when BOUND was asked */
  uint32_t usual_ns;    /* moving average of the length of waits */
  uint16_t avoid;       /* the number of slices for which they were last
                           avoided */
  uint8_t fast_yields;  /* since the last slow one; stops at some number */
  bool slow_before;     /* a yield gave a time slice away */
  bool bound;           /* to one CPU */
  bool crowded;         /* other threads wanted this CPU when it was last
                           offered */
};

/* Something else that a waiter checks now and then.  */
struct gomp_wait_poll
{
  /* True: stop waiting; may do useful work.  */
  bool (*look) (void *arg);
  /* Called around a sleep and the last look before it: (ARG, true) before and
     (ARG, false) after.  If true, the side that makes LOOK succeed executes
     os_fence_light, then reads what this function wrote, and nudges the
     word.  */
  bool (*asleep) (void *arg, bool entering);
  void *arg;
  struct gomp_spin_habit *habit;        /* of the calling thread, or NULL */
  struct gomp_cpu_waiters *cpu_waiters; /* the same; the word is memory that is
                                           never given back.  NULL: all waiting
                                           yields */
  bool patient;        /* at first, yields may give whole time slices away, and
                          no sleep follows them */
  bool yields_first;   /* yield once, first: another thread on this CPU may be
                          the next */
  atomic_uint *watch;  /* NULL, or the value that a spin reads instead of the
                          word, */
  unsigned watch_seen; /* until it differs from this */
  bool has_no_work;    /* has no work: does not count as running while it
                          sleeps; the word's only sleeper */
  uint64_t most_ns;    /* 0, or how long it spins, and again sleeps, at most */
};

/* The condition that ends a spin: a value that differs from SEEN, or success of
   POLL's look.  */
struct gomp_spin_target
{
  atomic_uint *value;
  unsigned seen;
  const struct gomp_wait_poll *poll; /* or NULL */
};

/* For wait.c: the initial habit of a wait without one, how long a wait with
   HABIT may spin, and recording a wait of NS in HABIT.  */
HIDDEN struct gomp_spin_habit gomp_spin_no_habit (void);
HIDDEN uint64_t gomp_spin_budget (const struct gomp_spin_habit *habit);
HIDDEN void gomp_spin_learn (struct gomp_spin_habit *habit, uint64_t ns);
/* Spin until T is reached, for at most about BUDGET ns; true if it is.  Stores
   the value in NOW, and in START the time when the spin began; 0 if it did not
   read the clock.  */
HIDDEN bool gomp_spin_until (const struct gomp_spin_target *t, unsigned *now,
                             uint64_t budget, struct gomp_spin_habit *habit,
                             uint64_t *start) HOT;
/* The same, with the policy's budget.  */
HIDDEN bool gomp_spin_try (const struct gomp_spin_target *t, unsigned *now) HOT;

static inline bool
gomp_spin_reached (const struct gomp_spin_target *t, unsigned *now)
{
  *now = atomic_load_explicit (t->value, memory_order_acquire);
  return *now != t->seen;
}

static inline bool
gomp_spin_looked (const struct gomp_spin_target *t)
{
  return t->poll != NULL && t->poll->look (t->poll->arg);
}

/* Spin, without sleeping, for a change that comes soon, after an attempt to
   change *VALUE found SEEN: until the value differs, or the policy's budget is
   spent.  Returns the value.  */
HIDDEN unsigned gomp_spin (atomic_uint *value, unsigned seen);
/* Spin for at most about BUDGET_NS, for a caller that knows more than the
   policy.  Returns the value; SEEN if the time is over.  */
HIDDEN unsigned gomp_spin_for (atomic_uint *value, unsigned seen,
                               uint64_t budget_ns) HOT;
/* The same for a caller that may know that other threads WANT this CPU; it then
   yields at once.  */
HIDDEN unsigned gomp_spin_crowded (atomic_uint *value, unsigned seen,
                                   uint64_t budget_ns, bool want) HOT;
/* Touch no memory for about NS, so that other threads can keep a cache
   line.  */
HIDDEN void gomp_spin_aside (uint64_t ns);
/* One round of waiting for an event that comes within a few instructions of
   another thread, and cannot be slept on: pause, later yield.  ROUND counts
   from 0.  */
HIDDEN void gomp_spin_round (unsigned *round);

#endif
