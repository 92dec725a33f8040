/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Changing a word, sleeping on it and waking; see wait.h.

   No wake is lost: a sleeper first raises `sleepers', then compares the value
   again (in the kernel); a waker first changes the value, then reads
   `sleepers'.  All four are sequentially consistent, so at least one of the
   two sees the other (Dekker).

   Of the counted threads (running.h) only a thread that parks, for want of
   work, leaves the count while it sleeps: a thread that sleeps in the middle of
   work will soon want a CPU again.  The thread that wakes a parked one counts
   it again, so the count is right as soon as the thread is runnable, not only
   when it has got a CPU.  A mark beside the word's sleepers shows that this has
   yet to be done.  The result of the wake-up call does not show it: a thread
   that released a lock may have woken a sleeper on memory that was freed and
   now holds this word.

   Model: testsuite/models/wait.pml.
   Model: testsuite/models/idle.pml.  */

#include "sync/wait.h"

#include <limits.h>

#include "base/diag.h"
#include "base/invariant.h"
#include "os/process.h"
#include "sync/running.h"
#include "sync/spread.h"

/* A mark in a word's `sleepers': its sleeper is parked, and not counted.  */
#define PARKED (1u << 31)

/* How long a thread remains that another thread's end of the process stops.  */
#define LINGER_NS 3000000000
/* How often, and how long each time, it is waited for another thread's
   message.  */
#define MESSAGE_NAPS 1000
#define MESSAGE_NAP_NS 1000000

/* A sleeper of WORD less.  Of memory that processes share no invariant holds
   that a region could not break.  */
static inline void
count_out (struct gomp_wait_word *word, enum gomp_wait_scope scope)
{
  unsigned before = atomic_fetch_sub (&word->sleepers, 1);
  gomp_invariant (scope != GOMP_WAIT_PRIVATE || (before & ~PARKED) != 0,
                  "a sleeper goes that was not counted: %#x", before);
  (void)before;
  (void)scope;
}

unsigned
gomp_wait_sleep (struct gomp_wait_word *word, unsigned seen,
                 enum gomp_wait_scope scope, int64_t timeout_ns)
{
  uint64_t start = timeout_ns >= 0 ? os_time_ns () : 0;
  int64_t left_ns = timeout_ns;
  unsigned now;
  do
    {
      /* Pairs with the load of `sleepers' in gomp_wait_wake.  */
      atomic_fetch_add (&word->sleepers, 1);
      enum os_sleep_end end = OS_SLEEP_MISMATCH;
      if (atomic_load (&word->value) == seen)
        end = os_futex_wait (&word->value, seen, scope, left_ns);
      count_out (word, scope);
      now = gomp_wait_value (word);
      if (end == OS_SLEEP_TIMEOUT)
        break;
      /* Signals may interrupt each sleep.  */
      if (timeout_ns >= 0)
        left_ns = timeout_ns - (int64_t)(os_time_ns () - start);
    }
  while (now == seen && (timeout_ns < 0 || left_ns > 0));
  return now;
}

unsigned
gomp_wait_while (struct gomp_wait_word *word, unsigned seen,
                 enum gomp_wait_scope scope)
{
  struct gomp_spin_target t = { .value = &word->value, .seen = seen };
  unsigned now;
  if (gomp_spin_try (&t, &now))
    return now;
  return gomp_wait_sleep (word, seen, scope, -1);
}

/* Relaxed: these are only counts, and the mark decides which of two threads
   changes them.  */
static COLD void
unpark (struct gomp_wait_word *word)
{
  if ((atomic_fetch_and_explicit (&word->sleepers, ~PARKED,
                                  memory_order_relaxed)
       & PARKED)
      != 0)
    gomp_running_count (1);
}

/* Sleep once while WORD's value is SEEN.  */
static void
sleep_polling (struct gomp_wait_word *word, unsigned seen,
               const struct gomp_wait_poll *poll)
{
  if (poll->has_no_work)
    {
      gomp_running_count (-1);
      atomic_fetch_or_explicit (&word->sleepers, PARKED, memory_order_relaxed);
    }
  os_futex_wait (&word->value, seen, GOMP_WAIT_PRIVATE,
                 poll->most_ns != 0 ? (int64_t)poll->most_ns : -1);
  if (poll->has_no_work)
    unpark (word);
}

static unsigned
sleep_while_polling (struct gomp_wait_word *word, unsigned seen,
                     const struct gomp_spin_target *t)
{
  const struct gomp_wait_poll *poll = t->poll;
  /* Pairs with the load of `sleepers' in gomp_wait_wake.  */
  atomic_fetch_add (&word->sleepers, 1);
  if (poll->asleep (poll->arg, true))
    os_fence_heavy ();
  if (!gomp_spin_looked (t) && atomic_load (&word->value) == seen)
    sleep_polling (word, seen, poll);
  poll->asleep (poll->arg, false);
  count_out (word, GOMP_WAIT_PRIVATE);
  return gomp_wait_value (word);
}

static inline unsigned
stop_waiting (const struct gomp_wait_poll *poll, unsigned now)
{
  if (poll->cpu_waiters != NULL && poll->cpu_waiters->waits)
    gomp_cpu_waiters_work (poll->cpu_waiters);
  return now;
}

unsigned
gomp_wait_sleep_polling (struct gomp_wait_word *word, unsigned seen,
                         const struct gomp_wait_poll *poll)
{
  struct gomp_spin_target t
      = { .value = &word->value, .seen = seen, .poll = poll };
  if (poll->cpu_waiters != NULL)
    gomp_cpu_waiters_wait (poll->cpu_waiters, t.value, seen);
  return stop_waiting (poll, sleep_while_polling (word, seen, &t));
}

unsigned
gomp_wait_while_polling (struct gomp_wait_word *word, unsigned seen,
                         const struct gomp_wait_poll *poll)
{
  struct gomp_spin_target t
      = { .value = &word->value, .seen = seen, .poll = poll };
  if (poll->watch != NULL)
    t = (struct gomp_spin_target){ poll->watch, poll->watch_seen, poll };
  unsigned now;
  if (gomp_spin_reached (&t, &now))
    return now;
  struct gomp_spin_habit none = gomp_spin_no_habit ();
  struct gomp_spin_habit *habit = poll->habit != NULL ? poll->habit : &none;
  uint64_t start, budget = gomp_spin_budget (habit);
  if (poll->most_ns != 0 && budget > poll->most_ns)
    budget = poll->most_ns;
  if (gomp_spin_until (&t, &now, budget, habit, &start))
    return stop_waiting (poll, now);
  if (start == 0)
    gomp_running_recount (os_time_ns ());
  now = sleep_while_polling (word, seen, &t);
  if (start != 0)
    gomp_spin_learn (habit, os_time_ns () - start);
  return stop_waiting (poll, now);
}

unsigned
gomp_wait_wake (struct gomp_wait_word *word, unsigned count,
                enum gomp_wait_scope scope)
{
  /* Pairs with the increments in gomp_wait_sleep and sleep_while_polling.  */
  unsigned sleepers = atomic_load (&word->sleepers);
  if (likely (sleepers == 0))
    return 0;
  if ((sleepers & PARKED) != 0 && scope == GOMP_WAIT_PRIVATE)
    unpark (word);
  return os_futex_wake (&word->value, count, scope);
}

void
gomp_wait_rouse (struct gomp_wait_word *word, enum gomp_wait_scope scope)
{
  os_futex_wake (&word->value, INT_MAX, scope);
}

void
gomp_wait_advance (struct gomp_wait_word *word)
{
  gomp_wait_count_up (word);
  atomic_thread_fence (memory_order_seq_cst);
  gomp_wait_wake (word, INT_MAX, GOMP_WAIT_PRIVATE);
}

/* The notes wrap around within their bits: a sleeper misses the change only
   if as many nudges as notes come between its look and its sleep.  */
unsigned
gomp_wait_nudge (struct gomp_wait_word *word, unsigned count)
{
  const unsigned mask = (1u << GOMP_WAIT_NUDGE_BITS) - 1;
  unsigned old = atomic_load_explicit (&word->value, memory_order_relaxed);
  unsigned next;
  do
    next = (old & ~mask) | ((old + 1) & mask);
  while (!atomic_compare_exchange_weak (&word->value, &old, next));
  return gomp_wait_wake (word, count, GOMP_WAIT_PRIVATE);
}

void
gomp_wait_set (struct gomp_wait_word *word, unsigned value,
               enum gomp_wait_scope scope)
{
  atomic_exchange (&word->value, value);
  gomp_wait_wake (word, INT_MAX, scope);
}

unsigned
gomp_wait_bare (atomic_uint *value, unsigned seen)
{
  unsigned now = atomic_load_explicit (value, memory_order_acquire);
  if (now != seen)
    return now;
  os_futex_wait (value, seen, GOMP_WAIT_PRIVATE, -1);
  return atomic_load_explicit (value, memory_order_acquire);
}

void
gomp_wait_wake_bare (atomic_uint *value, unsigned count)
{
  os_futex_wake (value, count, GOMP_WAIT_PRIVATE);
}

void
gomp_wait_for_end (void)
{
  struct gomp_wait_word never = { 0 };
  gomp_wait_sleep (&never, 0, GOMP_WAIT_PRIVATE, LINGER_NS);
  gomp_fatal_free ();
  os_thread_end ();
  for (;;)
    gomp_wait_sleep (&never, 0, GOMP_WAIT_PRIVATE, -1);
}

/* A thread that has not failed ends the program while another one ends it
   because of an error, perhaps in the middle of the exit handlers: wait for the
   message, for which that thread needs nothing from this one, and end with its
   status.  The last of the library's destructors, since those after it may not
   be called.  */
static LAST_DESTRUCTOR void
follow_fatal (void)
{
  struct gomp_wait_word never = { 0 };
  int naps = MESSAGE_NAPS;
  while (naps-- > 0 && gomp_fatal_is_others () && !gomp_fatal_told ())
    gomp_wait_sleep (&never, 0, GOMP_WAIT_PRIVATE, MESSAGE_NAP_NS);
  gomp_fatal_follow ();
}

void
gomp_wait_forked (void)
{
  gomp_fatal_forked ();
  gomp_running_forked ();
  gomp_cpu_waiters_forked ();
  gomp_spread_forked ();
}
