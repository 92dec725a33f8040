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

/* What a thread has learnt from its waits of one kind.  Private to the thread,
   initially zero.  */
struct gomp_spin_habit
{
  uint64_t avoid_until; /* no yields before this time */
  uint64_t asked_until; /* the process's asked_until when BOUND was
                           determined */
  uint32_t usual_ns;    /* moving average of the length of waits */
  uint16_t avoid;       /* number of time slices for which yields were last
                           avoided */
  uint8_t fast_yields;  /* number of fast yields since the last slow one, up to
                           a limit */
  bool slow_before;     /* a yield has cost a time slice */
  bool bound;           /* the thread is bound to one CPU */
  bool crowded;         /* other threads wanted this CPU when it was last
                           offered */
};

/* A second condition that a waiter checks now and then.  */
struct gomp_wait_poll
{
  /* True: stop waiting.  May do useful work.  */
  bool (*look) (void *arg);
  /* Called around a sleep and the last look before it: (ARG, true) before,
     (ARG, false) after.  If it returns true, the side that lets LOOK succeed
     executes os_fence_light, then reads what this function wrote, and nudges
     the word.  */
  bool (*asleep) (void *arg, bool entering);
  void *arg;
  struct gomp_spin_habit *habit;        /* of the calling thread, or NULL */
  struct gomp_cpu_waiters *cpu_waiters; /* of the calling thread; the word's
                                           memory is then never freed.  NULL:
                                           all waiting yields */
  bool patient;        /* at first, yields may cost whole time slices, and no
                          sleep follows them */
  bool yields_first;   /* first yield once: a thread on the same CPU may be the
                          next */
  atomic_uint *watch;  /* the value that a spin reads instead of the word; or
                          NULL */
  unsigned watch_seen; /* until it differs from this */
  bool has_no_work;    /* the thread has no work: while it sleeps it does not
                          count as running, and is the word's only sleeper */
  uint64_t most_ns;    /* longest spin, and longest sleep, in ns; 0: no limit */
};

/* The end of a spin: the value differs from SEEN, or POLL's look succeeds.  */
struct gomp_spin_target
{
  atomic_uint *value;
  unsigned seen;
  const struct gomp_wait_poll *poll; /* or NULL */
};

/* For wait.c: the initial habit of a wait without one; the longest spin of a
   wait with HABIT; record a wait of NS in HABIT.  */
HIDDEN struct gomp_spin_habit gomp_spin_no_habit (void);
HIDDEN uint64_t gomp_spin_budget (const struct gomp_spin_habit *habit);
HIDDEN void gomp_spin_learn (struct gomp_spin_habit *habit, uint64_t ns);
/* Spin until T is reached, for at most about BUDGET ns.  True: it is reached.
   Stores the value in NOW, and the time when the spin began in START; 0: it
   did not read the clock.  */
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

/* Spin, without sleeping, for a change that comes soon: an attempt to change
   *VALUE has found SEEN.  Stops when the value differs, or when the policy's
   budget is spent.  Returns the value.  */
HIDDEN unsigned gomp_spin (atomic_uint *value, unsigned seen);
/* Spin for at most about BUDGET_NS: the caller knows more than the policy.
   Returns the value; SEEN if the time is over.  */
HIDDEN unsigned gomp_spin_for (atomic_uint *value, unsigned seen,
                               uint64_t budget_ns) HOT;
/* The same for a caller that may know that other threads WANT this CPU; then
   it yields at once.  */
HIDDEN unsigned gomp_spin_crowded (atomic_uint *value, unsigned seen,
                                   uint64_t budget_ns, bool want) HOT;
/* Touch no memory for about NS, so that other threads can keep a cache
   line.  */
HIDDEN void gomp_spin_aside (uint64_t ns);
/* One round of waiting for an event that is a few instructions of another
   thread away, for which no thread can sleep: pause, later yield.  ROUND
   starts at 0.  */
HIDDEN void gomp_spin_round (unsigned *round);

#endif
