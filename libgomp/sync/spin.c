/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Spinning; see spin.h.

   How a wait spins depends on which other threads could use the CPU meanwhile.

   If our threads outnumber the CPUs (running.h), the wait is probably for
   another one of them.  So all waiting is yielding, unless the others on this
   CPU are known to wait, too (cpu_waiters.h).  Two context switches are far
   cheaper than a sleep and a wake-up, and keep threads on their CPUs.  Yields
   that let others work may go on.  If only waiting threads have been left on
   this CPU for the time of the budget, the wait sleeps, so that the scheduler
   can bring others here.

   Otherwise an occasional yield gives way to threads unknown to us, and to one
   of ours that happens to be on the same CPU.  If such a thread then did work,
   the CPU is wanted, and the wait sleeps, unless that thread is about to leave.

   If our threads share a CPU while another one has fewer of them, they move
   apart (spread.h).

   If a process keeps a CPU busy all the time, each yield costs a whole time
   slice.  After two of these in a row waits do not yield, and sleep after a
   short spin, for some multiple of the lost time.

   A thread that is bound to one CPU cannot get away from such a process, and
   what it leaves of its time to it by sleeping, it does not get back.  So where
   a yield has cost a time slice lately, it spins on without yields, for two
   slices: the thread that it waits for may have just lost its CPU for one.

   The budget depends on the length of recent waits, for each thread and kind of
   wait, unless the user has set it: a spin that ends before the wait does is
   wasted, and so is a sleep just before the wait ends.

   Owns the policy, and what the process has learnt about yields.  */

#include "sync/spin.h"

#include <limits.h>

#include "arch/arch.h"
#include "os/cpu.h"
#include "os/os.h"
#include "sync/running.h"
#include "sync/spread.h"

/* Constants here and below were varied by a factor of four each way; the rows
   that changed are named, and all of them are in bench/README.md.  */

/* How often to read the word before reading the clock for the first time (row
   fork with 4 threads on 2 CPUs).  */
#define EAGER_LOOKS 32
/* Pauses between two readings of the clock (row fork).  */
#define PAUSES_PER_LOOK 8
/* Pauses before reading a word that this thread has just tried to change: a
   read takes the cache line from the thread that is about to change the word,
   which then has to fetch it again.  (Anderson, "The Performance of Spin Lock
   Alternatives for Shared-Memory Multiprocessors", IEEE TPDS 1 (1990).)  More
   pauses leave the line in place for longer, but delay waits of some hundred
   nanoseconds (rows critical and lock).  */
#define ALOOF_PAUSES 6
/* If no other thread seems to want the CPU: spin so long before the first
   yield, and between two (no row).  */
#define YIELD_AFTER_NS 5000
#define YIELD_EVERY_NS 3000
/* A yield that took longer let others work, which is no waste (row
   fork-work).  */
#define WORK_NS 20000
/* A yield that took longer gave a time slice to a thread that does not wait for
   us (no row).  */
#define SLICE_NS 1000000
/* A patient wait may make so many yields that let others work.  */
#define PATIENT_YIELDS 4
/* So many yields show the time of an unused one; a yield that switches to
   another thread takes at least so many fifths of that.  */
#define ASKED_YIELDS 16
#define SWITCH_FIFTHS 12
/* After so many fast yields in a row, earlier slow ones are forgotten (row
   fork-work beside a busy process).  */
#define FORGIVING_YIELDS 32
/* Slow yields are avoided for so many times the time of one, at first and at
   most (row fork-work beside a busy process).  */
#define AVOID_LEAST 16
#define AVOID_MOST 64
/* The same for a thread that is bound to one CPU: it gains nothing by yields
   (gromacs with bound threads, bench/README.md).  */
#define AVOID_BOUND 256
/* The largest budget that the usual length of waits can give (row fork-work
   beside a busy process).  */
#define LONG_SPIN_NS 2000000
/* The budget if waits last too long for a spin, and the maximum while yields
   are avoided (no row).  */
#define SHORT_SPIN_NS 5000
/* How long a thread that is bound to one CPU spins on beside a busy process,
   where another one would sleep (the same).  */
#define BOUND_SPIN_NS 8000000
/* A yield that took longer was not a time slice: the process was stopped.  */
#define LONG_SLICE_NS 100000000
/* A single wait counts for at most this in the average.  */
#define LONG_WAIT_NS 8000000

struct gomp_spin_policy gomp_spin_policy
    = { .spin_ns = 300000, .throttled_ns = 100000 };

/* The time of an unused yield, or somewhat less, from the first yields of the
   process, and their number.  The minimum of all yields would not do: two
   threads that share a CPU from the start never have an unused one.  Any thread
   writes, and each value will do.  */
static atomic_uint idle_yield_ns = UINT_MAX;
static atomic_uint asked_yields;

/* Until when waits that learn nothing themselves avoid yields.  Any thread
   writes; overwriting another thread's value does no harm.  */
static atomic_uint_least64_t avoid_until;

/* The initial state of such a wait: its first slow yield is enough.  */
struct gomp_spin_habit
gomp_spin_no_habit (void)
{
  return (struct gomp_spin_habit){ .avoid_until = atomic_load_explicit (
                                       &avoid_until, memory_order_relaxed),
                                   .slow_before = true };
}

static inline uint64_t
spin_budget (void)
{
  return atomic_load_explicit (&gomp_spin_policy.spin_ns, memory_order_relaxed);
}

static inline uint64_t
throttled_budget (void)
{
  return atomic_load_explicit (&gomp_spin_policy.throttled_ns,
                               memory_order_relaxed);
}

/* Spin for twice the usual wait; not at all if that would be too long.  */
uint64_t
gomp_spin_budget (const struct gomp_spin_habit *habit)
{
  uint64_t budget = 2 * (uint64_t)habit->usual_ns;
  uint64_t most = spin_budget ();
  if (gomp_spin_policy.fixed || budget <= most)
    return most;
  return budget <= LONG_SPIN_NS ? budget : SHORT_SPIN_NS;
}

void
gomp_spin_learn (struct gomp_spin_habit *habit, uint64_t ns)
{
  uint32_t wait = ns < LONG_WAIT_NS ? (uint32_t)ns : LONG_WAIT_NS;
  habit->usual_ns = habit->usual_ns - habit->usual_ns / 4 + wait / 4;
}

/* A spin that has read the clock.  */
struct spin
{
  struct gomp_spin_habit *habit;
  struct gomp_cpu_waiters *cpu_waiters; /* or NULL */
  bool movable;                         /* see cpu_waiters.h */
  bool throttled;
  unsigned char long_yields; /* so far, where that is counted */
  uint64_t time;             /* at the last look */
  uint64_t futile; /* time during which no other thread could use the CPU */
  uint64_t yield;  /* yield when FUTILE has reached this */
};

/* Read the clock; returns the time that has passed.  */
static inline uint64_t
pass_time (struct spin *s)
{
  uint64_t last = s->time;
  s->time = os_time_ns ();
  return s->time - last;
}

/* Whether there is a thread on this CPU to yield to.  */
static inline bool
is_alone (const struct spin *s)
{
  return s->cpu_waiters != NULL && gomp_cpu_waiters_is_alone (s->cpu_waiters);
}

/* Threads outnumber CPUs, and one on this CPU may have got work.  */
static inline void
yield_soon (struct spin *s)
{
  if (s->throttled && s->yield > s->futile && s->cpu_waiters != NULL
      && !is_alone (s))
    s->yield = s->futile;
}

static inline bool
pause_once (struct spin *s, const struct gomp_spin_target *t, unsigned *now)
{
  for (int i = 0; i < PAUSES_PER_LOOK; i++)
    {
      if (gomp_spin_reached (t, now))
        return true;
      arch_pause ();
    }
  s->futile += pass_time (s);
  yield_soon (s);
  return false;
}

/* Is the thread bound to one CPU?  Asked once for each time that yields are
   avoided until.  */
static bool
is_bound (struct gomp_spin_habit *h, uint64_t until)
{
  unsigned long mask[GOMP_MASK_WORDS] = { 0 };
  if (h->asked_until == until)
    return h->bound;
  h->asked_until = until;
  h->bound = os_affinity_read (0, mask, GOMP_MASK_WORDS) == 0
             && gomp_mask_count (mask, GOMP_MASK_WORDS) == 1;
  return h->bound;
}

/* A yield took NS, a whole time slice; false if all yields are like that.  */
static COLD bool
yield_was_slow (struct spin *s, uint64_t ns)
{
  struct gomp_spin_habit *h = s->habit;
  h->fast_yields = 0;
  if (!h->slow_before)
    {
      h->slow_before = true;
      return true;
    }
  if (is_bound (h, s->time))
    h->avoid = AVOID_BOUND;
  else if (h->avoid < AVOID_MOST)
    h->avoid = h->avoid == 0 ? AVOID_LEAST : 2 * h->avoid;
  h->avoid_until
      = s->time + h->avoid * (ns < LONG_SLICE_NS ? ns : LONG_SLICE_NS);
  atomic_store_explicit (&avoid_until, h->avoid_until, memory_order_relaxed);
  return false;
}

static void
yield_was_fast (struct spin *s)
{
  struct gomp_spin_habit *h = s->habit;
  if (h->fast_yields < FORGIVING_YIELDS)
    {
      h->fast_yields++;
      return;
    }
  h->slow_before = false;
  h->avoid = 0;
}

/* Yield, asking the system whether another thread got the CPU; returns the time
   that it took.  */
static COLD uint64_t
yield_and_ask (struct spin *s)
{
  long before = os_switches ();
  s->futile += pass_time (s);
  os_yield ();
  uint64_t ns = pass_time (s);
  s->habit->crowded = os_switches () != before;
  uint64_t idle = s->habit->crowded ? ns * 5 / SWITCH_FIFTHS : ns;
  if (idle < atomic_load_explicit (&idle_yield_ns, memory_order_relaxed))
    atomic_store_explicit (&idle_yield_ns, (unsigned)idle,
                           memory_order_relaxed);
  atomic_fetch_add_explicit (&asked_yields, 1, memory_order_relaxed);
  return ns;
}

/* The same, judging by the time.  */
static uint64_t
yield_and_time (struct spin *s)
{
  unsigned asked = atomic_load_explicit (&asked_yields, memory_order_relaxed);
  if (unlikely (asked < ASKED_YIELDS))
    return yield_and_ask (s);
  os_yield ();
  uint64_t ns = pass_time (s);
  unsigned idle = atomic_load_explicit (&idle_yield_ns, memory_order_relaxed);
  s->habit->crowded = ns > 2 * (uint64_t)idle;
  return ns;
}

/* Another waiting thread is on this CPU.  */
static void
part (struct spin *s)
{
  if (likely (s->time < atomic_load_explicit (&gomp_spread.next_at,
                                              memory_order_relaxed)))
    return;
  gomp_spread_try (s->time);
  if (s->cpu_waiters != NULL)
    gomp_cpu_waiters_follow (s->cpu_waiters);
  s->time = os_time_ns ();
}

/* Let others on this CPU know of the wait.  */
static void
begin_as_waiter (struct spin *s, const struct gomp_spin_target *t)
{
  if (t->poll == NULL || t->poll->cpu_waiters == NULL)
    return;
  s->cpu_waiters = t->poll->cpu_waiters;
  gomp_cpu_waiters_wait (s->cpu_waiters, t->value, t->seen);
  if (!t->poll->yields_first && is_alone (s))
    s->yield = YIELD_EVERY_NS;
}

/* Does a busy process, but no thread of ours that works, share the one CPU of
   this thread?  */
static inline bool
is_beset (struct spin *s, const struct gomp_spin_target *t)
{
  uint64_t until = atomic_load_explicit (&avoid_until, memory_order_relaxed);
  if (likely (s->time >= until) || s->throttled || gomp_spin_policy.fixed
      || t->poll == NULL || t->poll->cpu_waiters == NULL
      || !is_bound (s->habit, until))
    return false;
  if (s->cpu_waiters == NULL)
    begin_as_waiter (s, t);
  return is_alone (s);
}

/* False: sleep.  */
static bool
yield_once (struct spin *s, const struct gomp_spin_target *t)
{
  if (is_beset (s, t))
    {
      s->yield = s->futile + YIELD_EVERY_NS;
      return true;
    }
  uint64_t ns = yield_and_time (s);
  if (unlikely (ns >= WORK_NS) && t->poll != NULL && t->poll->patient
      && s->long_yields++ < PATIENT_YIELDS)
    return true;
  if (unlikely (ns >= SLICE_NS))
    return yield_was_slow (s, ns);
  yield_was_fast (s);
  if (ns < WORK_NS)
    {
      s->futile += ns;
      if (s->habit->crowded && s->movable)
        part (s);
    }
  else if (!s->throttled
           && !atomic_load_explicit (&gomp_spread.moving, memory_order_relaxed))
    return false;
  s->yield = s->futile;
  if (s->throttled ? is_alone (s) : !s->habit->crowded)
    s->yield += YIELD_EVERY_NS;
  return true;
}

/* Threads may begin or cease to outnumber the CPUs meanwhile.  Every spinning
   thread has to notice that, not only one that spins for ever.  */
static bool
is_spent (struct spin *s, uint64_t budget)
{
  s->throttled = gomp_running_crowded ();
  uint64_t throttled = throttled_budget ();
  if (s->throttled && budget > throttled)
    budget = throttled;
  return s->futile >= budget;
}

/* Yields are avoided.  Give a thread on another CPU the time of a few barriers:
   beside a busy process, a sleep and its wake-up take longer.  A thread on this
   CPU runs during the sleep.  */
static COLD bool
spin_briefly (struct spin *s, const struct gomp_spin_target *t, unsigned *now,
              uint64_t budget)
{
  bool mates = s->throttled && s->cpu_waiters != NULL;
  while (s->futile < budget && s->futile < SHORT_SPIN_NS
         && !(mates && !is_alone (s)))
    if (pause_once (s, t, now))
      return true;
  return gomp_spin_looked (t);
}

/* Instead of a sleep.  */
static COLD bool
spin_on (struct spin *s, const struct gomp_spin_target *t, unsigned *now)
{
  if ((t->poll != NULL && t->poll->most_ns != 0) || !is_beset (s, t))
    return false;
  uint64_t end = s->time + BOUND_SPIN_NS;
  while (s->time < end && is_alone (s) && !gomp_running_crowded ())
    if (pause_once (s, t, now) || gomp_spin_looked (t))
      return true;
  return false;
}

/* True: the value differs or POLL's look succeeded.  */
static bool
spin_from (struct spin *s, const struct gomp_spin_target *t, unsigned *now,
           uint64_t budget)
{
  bool avoid = s->time < s->habit->avoid_until;
  bool never = budget == UINT64_MAX; /* sleep, where CPUs are free */
  if (unlikely (avoid) && (!never || s->throttled))
    return spin_briefly (s, t, now, budget);
  do
    {
      if (gomp_spin_looked (t))
        return true;
      if (s->futile < s->yield || unlikely (avoid))
        {
          if (pause_once (s, t, now))
            return true;
        }
      else if (!yield_once (s, t) && (!never || s->throttled))
        return gomp_spin_reached (t, now);
      if (gomp_spin_reached (t, now))
        return true;
    }
  while (!is_spent (s, budget));
  return false;
}

bool
gomp_spin_until (const struct gomp_spin_target *t, unsigned *now,
                 uint64_t budget, struct gomp_spin_habit *habit,
                 uint64_t *start)
{
  *start = 0;
  if (budget == 0)
    return gomp_spin_looked (t);
  for (int i = 0; i < EAGER_LOOKS; i++)
    if (gomp_spin_reached (t, now))
      return true;
  struct spin s = { .habit = habit, .throttled = gomp_running_crowded () };
  if (t->poll != NULL && t->poll->cpu_waiters != NULL)
    s.movable = t->poll->cpu_waiters->movable;
  if (s.throttled)
    begin_as_waiter (&s, t);
  else if (!habit->crowded)
    s.yield = YIELD_AFTER_NS;
  s.time = *start = os_time_ns ();
  gomp_running_recount (s.time);
  if (!spin_from (&s, t, now, budget) && !spin_on (&s, t, now))
    return false;
  gomp_spin_learn (habit, s.time - *start);
  return true;
}

bool
gomp_spin_try (const struct gomp_spin_target *t, unsigned *now)
{
  struct gomp_spin_habit none = gomp_spin_no_habit ();
  uint64_t start;
  return gomp_spin_reached (t, now)
         || gomp_spin_until (t, now, spin_budget (), &none, &start);
}

unsigned
gomp_spin (atomic_uint *value, unsigned seen)
{
  struct gomp_spin_target t = { .value = value, .seen = seen };
  unsigned now;
  for (int i = 0; i < ALOOF_PAUSES; i++)
    arch_pause ();
  gomp_spin_try (&t, &now);
  return now;
}

unsigned
gomp_spin_crowded (atomic_uint *value, unsigned seen, uint64_t budget_ns,
                   bool want)
{
  struct gomp_spin_target t = { .value = value, .seen = seen };
  struct gomp_spin_habit habit = gomp_spin_no_habit ();
  uint64_t start;
  unsigned now;
  habit.crowded = want;
  /* Without a yield, a spin only keeps the CPU from these threads (nodes.c, row
     empty).  */
  if (unlikely (want) && habit.avoid_until != 0
      && os_time_ns () < habit.avoid_until)
    return atomic_load_explicit (value, memory_order_acquire);
  if (!gomp_spin_reached (&t, &now))
    gomp_spin_until (&t, &now, budget_ns, &habit, &start);
  return now;
}

unsigned
gomp_spin_for (atomic_uint *value, unsigned seen, uint64_t budget_ns)
{
  return gomp_spin_crowded (value, seen, budget_ns, false);
}

void
gomp_spin_aside (uint64_t ns)
{
  uint64_t start = os_time_ns ();
  do
    arch_pause ();
  while (os_time_ns () - start < ns);
}

void
gomp_spin_round (unsigned *round)
{
  if ((*round)++ < 16)
    arch_pause ();
  else
    os_yield ();
}
