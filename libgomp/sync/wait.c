/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Spinning and sleeping; see wait.h.

   No wake is lost: a sleeper first raises `sleepers', then compares the value
   again (in the kernel); a waker first changes the value, then reads
   `sleepers'.  All four are sequentially consistent, so at least one of the
   two sees the other (Dekker).  */

#include "sync/wait.h"

#include <limits.h>

#include "arch/arch.h"

/* Pauses between two looks at the clock.  */
#define PAUSES_PER_LOOK 32

struct gomp_wait_policy gomp_wait_policy
    = { .spin_ns = 100000, .throttled_ns = 1000 };

static uint64_t
spin_budget (void)
{
  struct gomp_wait_policy *p = &gomp_wait_policy;
  if (unlikely (p->cpus == 0))
    p->cpus = os_num_procs ();
  bool throttled
      = atomic_load_explicit (&p->threads, memory_order_relaxed) > p->cpus;
  return throttled ? p->throttled_ns : p->spin_ns;
}

static unsigned
spin (struct gomp_wait_word *word, unsigned seen, uint64_t budget)
{
  unsigned now = gomp_wait_value (word);
  if (now != seen || budget == 0)
    return now;
  uint64_t start = 0;
  for (;;)
    {
      for (int i = 0; i < PAUSES_PER_LOOK; i++)
        {
          now = gomp_wait_value (word);
          if (now != seen)
            return now;
          arch_pause ();
        }
      uint64_t t = os_time_ns ();
      if (start == 0)
        start = t;
      else if (t - start >= budget)
        return seen;
    }
}

unsigned
gomp_wait_while_timed (struct gomp_wait_word *word, unsigned seen,
                       enum gomp_wait_scope scope, int64_t timeout_ns)
{
  unsigned now = spin (word, seen, spin_budget ());
  while (now == seen)
    {
      /* Pairs with the load of `sleepers' in gomp_wait_wake.  */
      atomic_fetch_add (&word->sleepers, 1);
      bool timed_out = false;
      if (atomic_load (&word->value) == seen)
        timed_out = os_futex_wait (&word->value, seen, scope, timeout_ns);
      atomic_fetch_sub (&word->sleepers, 1);
      now = gomp_wait_value (word);
      if (timed_out)
        break;
    }
  return now;
}

unsigned
gomp_wait_while (struct gomp_wait_word *word, unsigned seen,
                 enum gomp_wait_scope scope)
{
  return gomp_wait_while_timed (word, seen, scope, -1);
}

void
gomp_wait_wake (struct gomp_wait_word *word, unsigned count,
                enum gomp_wait_scope scope)
{
  /* Pairs with the increment in gomp_wait_while_timed.  */
  if (unlikely (atomic_load (&word->sleepers) != 0))
    os_futex_wake (&word->value, count, scope);
}

void
gomp_wait_set (struct gomp_wait_word *word, unsigned value,
               enum gomp_wait_scope scope)
{
  atomic_exchange (&word->value, value);
  gomp_wait_wake (word, INT_MAX, scope);
}
