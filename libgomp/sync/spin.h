/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The only place that spins, and the policy by which it does.

   A spin looks at a value until it differs from what was seen, for a time that
   the policy, the thread's experience and the CPUs allow, and offers its CPU to
   others meanwhile.  wait.h sleeps after it.  */

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
  _Atomic uint64_t spin_ns;      /* budget where CPUs are free; UINT64_MAX:
                                    forever */
  _Atomic uint64_t throttled_ns; /* budget where threads outnumber CPUs */
  bool fixed; /* set by the user: experience changes nothing */
};
HIDDEN extern struct gomp_spin_policy gomp_spin_policy;

/* What a thread learnt from its waits of one kind; its own, zero at first.  */
struct gomp_spin_habit
{
  uint64_t avoid_until; /* no yields before this time */
  uint32_t usual_ns;    /* moving average of the length of waits */
  uint16_t avoid;       /* for so many slices they were avoided last */
  uint8_t cheap_yields; /* since the last dear one; stops at some number */
  bool dear_before;     /* a yield gave a time slice away */
  bool crowded;         /* others wanted this CPU when it was offered last */
};

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
  struct gomp_spin_habit *habit; /* of the calling thread, or NULL */
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

/* What a spin looks for: a value that differs from SEEN, or success of POLL's
   look.  */
struct gomp_spin_target
{
  atomic_uint *value;
  unsigned seen;
  const struct gomp_wait_poll *poll; /* or NULL */
};

/* For wait.c.  What a wait without a habit begins with, and how long one with
   HABIT may spin; HABIT learns of a wait of NS.  */
HIDDEN struct gomp_spin_habit gomp_spin_no_habit (void);
HIDDEN uint64_t gomp_spin_budget (const struct gomp_spin_habit *habit);
HIDDEN void gomp_spin_learn (struct gomp_spin_habit *habit, uint64_t ns);
/* Spin until T is reached, for about BUDGET ns at most: true if it is.  Writes
   the value to NOW and, to START, when the spin began; 0: it did not look at
   the clock.  */
HIDDEN bool gomp_spin_until (const struct gomp_spin_target *t, unsigned *now,
                             uint64_t budget, struct gomp_spin_habit *habit,
                             uint64_t *start) HOT;
/* The same for the budget of the policy.  */
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

/* Spin only, for what comes soon, after an attempt to change *VALUE found SEEN
   there: until it differs, or the policy's budget is spent; returns it.  */
HIDDEN unsigned gomp_spin (atomic_uint *value, unsigned seen);
/* Spin for about BUDGET_NS at most, for a caller that knows more than the
   policy; returns the value, SEEN if the time is over.  */
HIDDEN unsigned gomp_spin_for (atomic_uint *value, unsigned seen,
                               uint64_t budget_ns) HOT;
/* The same for a caller that may know that others WANT this CPU: then it yields
   at once.  */
HIDDEN unsigned gomp_spin_beside (atomic_uint *value, unsigned seen,
                                  uint64_t budget_ns, bool want) HOT;
/* Look at nothing for about NS, for the good of those who use a line.  */
HIDDEN void gomp_spin_aside (uint64_t ns);
/* One round of waiting for something that cannot be slept on and comes
   within a few instructions of another thread: pause, later yield.  ROUND
   counts from 0.  */
HIDDEN void gomp_spin_round (unsigned *round);

#endif
