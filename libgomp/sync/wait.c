/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Spinning and sleeping; see wait.h.

   No wake is lost: a sleeper first raises `sleepers', then compares the value
   again (in the kernel); a waker first changes the value, then reads
   `sleepers'.  All four are sequentially consistent, so at least one of the
   two sees the other (Dekker).

   The count of threads in the policy decides how long a wait may spin.  Only
   a thread that parks, for want of work, leaves the count while it sleeps: one
   that sleeps in the midst of work will want a CPU again at once.  Whoever
   wakes a parked thread puts it back in, so that the count is right from the
   moment the thread is runnable, not only when it has got a CPU.  */

#include "sync/wait.h"

#include <limits.h>

#include "arch/arch.h"

/* Looks at the word before the first look at the clock, without and with
   pauses between them.  */
#define EAGER_LOOKS 32
/* Pauses between two looks at the clock.  */
#define PAUSES_PER_LOOK 8
/* A wait that lasts may be keeping a CPU from the very thread that would end
   it (of this process or, on a loaded machine, any other): from then on the
   spin lets others run.  */
#define YIELD_AFTER_NS 1000
/* Where threads outnumber CPUs the thread to wait for is likely to want this
   CPU: let it run so often before sleeping.  */
#define THROTTLED_YIELDS 16

struct gomp_wait_policy gomp_wait_policy
    = { .spin_ns = 100000, .throttled_ns = 1000 };

/* Do threads outnumber CPUs?  */
static bool
is_throttled (struct gomp_wait_policy *p)
{
  if (unlikely (p->cpus == 0))
    p->cpus = os_num_procs ();
  int threads = (int)atomic_load_explicit (&p->threads, memory_order_relaxed);
  return threads > (int)p->cpus;
}

static uint64_t
spin_budget (void)
{
  struct gomp_wait_policy *p = &gomp_wait_policy;
  return is_throttled (p) ? p->throttled_ns : p->spin_ns;
}

/* What a spin looks for.  */
struct target
{
  atomic_uint *value;
  unsigned seen;
  const struct gomp_wait_poll *poll; /* or NULL */
};

static inline bool
reached (const struct target *t, unsigned *now)
{
  *now = atomic_load_explicit (t->value, memory_order_acquire);
  return *now != t->seen;
}

static inline bool
looked (const struct target *t)
{
  return t->poll != NULL && t->poll->look (t->poll->arg);
}

/* The budget is spent; returns as spin_for.  */
static bool
yield_for (const struct target *t, unsigned *now)
{
  if (!is_throttled (&gomp_wait_policy))
    return false;
  for (int i = 0; i < THROTTLED_YIELDS; i++)
    {
      os_yield ();
      if (reached (t, now) || looked (t))
        return true;
    }
  return false;
}

/* True: the value differs or the look succeeded.  */
static bool
spin_for (const struct target *t, unsigned *now, uint64_t budget)
{
  if (budget == 0)
    return looked (t);
  for (int i = 0; i < EAGER_LOOKS; i++)
    if (reached (t, now))
      return true;
  uint64_t start = 0;
  for (;;)
    {
      if (looked (t))
        return true;
      for (int i = 0; i < PAUSES_PER_LOOK; i++)
        {
          if (reached (t, now))
            return true;
          arch_pause ();
        }
      uint64_t time = os_time_ns ();
      if (start == 0)
        start = time;
      uint64_t spent = time - start;
      if (spent >= budget)
        return yield_for (t, now);
      if (spent >= YIELD_AFTER_NS)
        os_yield ();
    }
}

static bool
spin (const struct target *t, unsigned *now)
{
  return reached (t, now) || spin_for (t, now, spin_budget ());
}

unsigned
gomp_wait_sleep (struct gomp_wait_word *word, unsigned seen,
                 enum gomp_wait_scope scope, int64_t timeout_ns)
{
  unsigned now;
  do
    {
      /* Pairs with the load of `sleepers' in gomp_wait_wake.  */
      atomic_fetch_add (&word->sleepers, 1);
      enum os_sleep_end end = OS_SLEEP_MISMATCH;
      if (atomic_load (&word->value) == seen)
        end = os_futex_wait (&word->value, seen, scope, timeout_ns);
      atomic_fetch_sub (&word->sleepers, 1);
      now = gomp_wait_value (word);
      if (end == OS_SLEEP_TIMEOUT)
        break;
    }
  while (now == seen);
  return now;
}

unsigned
gomp_wait_while_timed (struct gomp_wait_word *word, unsigned seen,
                       enum gomp_wait_scope scope, int64_t timeout_ns)
{
  struct target t = { .value = &word->value, .seen = seen };
  unsigned now;
  if (spin (&t, &now))
    return now;
  return gomp_wait_sleep (word, seen, scope, timeout_ns);
}

unsigned
gomp_wait_while (struct gomp_wait_word *word, unsigned seen,
                 enum gomp_wait_scope scope)
{
  return gomp_wait_while_timed (word, seen, scope, -1);
}

void
gomp_wait_count_running (int change)
{
  atomic_fetch_add_explicit (&gomp_wait_policy.threads, (unsigned)change,
                             memory_order_relaxed);
}

/* Sleep once while *VALUE == SEEN.  Whoever wakes a parked thread has counted
   it already.  */
static void
sleep_polling (atomic_uint *value, unsigned seen, bool parks)
{
  if (parks)
    gomp_wait_count_running (-1);
  enum os_sleep_end end = os_futex_wait (value, seen, GOMP_WAIT_PRIVATE, -1);
  if (parks && end != OS_SLEEP_WOKEN)
    gomp_wait_count_running (1);
}

unsigned
gomp_wait_while_polling (struct gomp_wait_word *word, unsigned seen,
                         const struct gomp_wait_poll *poll)
{
  struct target t = { .value = &word->value, .seen = seen, .poll = poll };
  unsigned now;
  if (spin (&t, &now))
    return now;
  /* Pairs with the load of `sleepers' in gomp_wait_wake.  */
  atomic_fetch_add (&word->sleepers, 1);
  if (poll->asleep (poll->arg, true))
    os_fence_heavy ();
  if (!looked (&t) && atomic_load (&word->value) == seen)
    sleep_polling (&word->value, seen, poll->parks);
  poll->asleep (poll->arg, false);
  atomic_fetch_sub (&word->sleepers, 1);
  return gomp_wait_value (word);
}

unsigned
gomp_wait_wake (struct gomp_wait_word *word, unsigned count,
                enum gomp_wait_scope scope)
{
  /* Pairs with the increment in gomp_wait_while_timed.  */
  if (likely (atomic_load (&word->sleepers) == 0))
    return 0;
  return os_futex_wake (&word->value, count, scope);
}

unsigned
gomp_wait_advance (struct gomp_wait_word *word)
{
  unsigned old = atomic_load_explicit (&word->value, memory_order_relaxed);
  unsigned next;
  do
    next = ((old >> GOMP_WAIT_NOTE_BITS) + 1) << GOMP_WAIT_NOTE_BITS;
  while (!atomic_compare_exchange_weak (&word->value, &old, next));
  return gomp_wait_wake (word, INT_MAX, GOMP_WAIT_PRIVATE);
}

/* The notes wrap around within their bits: a sleeper misses the change only
   if as many nudges as notes come between its look and its sleep.  */
unsigned
gomp_wait_nudge (struct gomp_wait_word *word, unsigned count)
{
  const unsigned mask = (1u << GOMP_WAIT_NOTE_BITS) - 1;
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
  while (now == seen)
    {
      os_futex_wait (value, seen, GOMP_WAIT_PRIVATE, -1);
      now = atomic_load_explicit (value, memory_order_acquire);
    }
  return now;
}

void
gomp_wait_wake_bare (atomic_uint *value, unsigned count)
{
  os_futex_wake (value, count, GOMP_WAIT_PRIVATE);
}

unsigned
gomp_wait_spin (atomic_uint *value, unsigned seen)
{
  struct target t = { .value = value, .seen = seen };
  unsigned now;
  spin (&t, &now);
  return now;
}

unsigned
gomp_wait_spin_for (atomic_uint *value, unsigned seen, uint64_t budget_ns)
{
  struct target t = { .value = value, .seen = seen };
  unsigned now;
  if (!reached (&t, &now))
    spin_for (&t, &now, budget_ns);
  return now;
}

void
gomp_wait_round (unsigned *round)
{
  if ((*round)++ < 16)
    arch_pause ();
  else
    os_yield ();
}
