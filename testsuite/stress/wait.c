/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Waiting: no wake-up is lost between two threads that pass a word to each
   other, with and without spinning, and mutex and lock exclude.  Waiting
   threads that look for work between two looks at the word, and are nudged at
   random, find all work and miss no change of the word.  */

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#include "check.h"
#include "random.h"
#include "sync/lock.h"
#include "sync/mutex.h"
#include "sync/wait.h"

#define ROUNDS 20000
#define THREADS 5
/* Beside many processes a round may take a time slice: as many of them as there
   is time for.  */
#define LONGEST_NS 1000000000
#define OVER UINT_MAX

static uint64_t end; /* no round begins after it */

static struct gomp_wait_word ball;
static struct gomp_mutex mutex;
static atomic_uint lock;
static unsigned under_mutex;
static unsigned under_lock;
static atomic_uint all_rounds; /* of all threads */

static void
start_clock (void)
{
  end = os_time_ns () + LONGEST_NS * (uint64_t)random_factor;
}

static bool
is_over (void)
{
  return os_time_ns () >= end;
}

/* Set the odd values and wait for the even ones, or the other way round.  */
static void *
play (void *arg)
{
  unsigned mine = (unsigned)(size_t)arg;
  for (unsigned i = mine; i < 2 * ROUNDS; i += 2)
    {
      unsigned value = gomp_wait_value (&ball);
      while (value != i && value != OVER)
        {
          EXPECT (value == i - 1);
          value = gomp_wait_while (&ball, value, GOMP_WAIT_PRIVATE);
        }
      if (value == OVER)
        break;
      bool last = i == 2 * ROUNDS - 1 || (i > 1 && is_over ());
      gomp_wait_set (&ball, last ? OVER : i + 1, GOMP_WAIT_PRIVATE);
      if (last)
        break;
    }
  return NULL;
}

static void *
exclude (void *arg)
{
  (void)arg;
  unsigned rounds = 0;
  for (; rounds < ROUNDS && !is_over (); rounds++)
    {
      gomp_mutex_lock (&mutex);
      under_mutex++;
      gomp_mutex_unlock (&mutex);
      gomp_lock_acquire (&lock);
      under_lock++;
      gomp_lock_release (&lock);
    }
  atomic_fetch_add (&all_rounds, rounds);
  return NULL;
}

static void
run (void *(*fn) (void *), size_t n)
{
  pthread_t threads[THREADS];
  for (size_t i = 0; i < n; i++)
    EXPECT (pthread_create (&threads[i], NULL, fn, (void *)i) == 0);
  for (size_t i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
}

static void
test_wait (void)
{
  static const uint64_t budgets[] = { 0, 500, 100000 };
  for (int i = 0; i < 3; i++)
    {
      gomp_spin_policy.spin_ns = budgets[i];
      gomp_spin_policy.throttled_ns = budgets[i];
      atomic_store (&ball.value, 0);
      start_clock ();
      run (play, 2);
      EXPECT (gomp_wait_value (&ball) == OVER);
      under_mutex = under_lock = 0;
      atomic_store (&all_rounds, 0);
      start_clock ();
      run (exclude, THREADS);
      EXPECT (under_mutex == atomic_load (&all_rounds));
      EXPECT (under_lock == atomic_load (&all_rounds));
    }
}

/* Threads take work from a heap, and sleep on the word when there is none.  One
   makes work at random and nudges one or all of them, also without need, as
   others do for want of anything better; then it advances the word.  */
#define STEPS 300
static struct gomp_wait_word news;
static atomic_uint heap; /* pieces of work */
static atomic_uint idle; /* waiters that sleep or are about to */
static atomic_uint done; /* pieces that were taken */
static unsigned made;    /* pieces; the maker's */
static atomic_uint last; /* step */

static bool
take_work (void *arg)
{
  (void)arg;
  unsigned n = atomic_load (&heap);
  while (n != 0)
    if (atomic_compare_exchange_weak (&heap, &n, n - 1))
      {
        atomic_fetch_add (&done, 1);
        return true;
      }
  return false;
}

static bool
asleep (void *arg, bool entering)
{
  (void)arg;
  atomic_fetch_add (&idle, entering ? 1u : -1u);
  return entering;
}

static void
nudge_idle (unsigned count)
{
  os_fence_light ();
  if (atomic_load_explicit (&idle, memory_order_relaxed) != 0)
    gomp_wait_nudge (&news, count);
}

static void
make_work (void)
{
  uint64_t random = random_start (0);
  for (unsigned step = 1; step <= atomic_load (&last); step++)
    {
      for (unsigned n = random_below (&random, 6); n > 0; n--)
        {
          unsigned pieces = 1 + random_below (&random, 3);
          atomic_fetch_add_explicit (&heap, pieces, memory_order_release);
          made += pieces;
          nudge_idle (random_below (&random, 2) ? 1 : INT_MAX);
          if (random_below (&random, 8) == 0)
            os_yield ();
        }
      /* Without a further nudge: who takes work looks for more.  */
      unsigned round = 0;
      while (atomic_load (&done) != made)
        gomp_spin_round (&round);
      if (is_over ())
        atomic_store (&last, step);
      gomp_wait_advance (&news);
      EXPECT (gomp_wait_number (&news) == step);
    }
}

static void *
work_or_wait (void *arg)
{
  if (arg == NULL)
    {
      make_work ();
      return NULL;
    }
  uint64_t random = random_start ((size_t)arg);
  struct gomp_spin_habit habit = { 0 };
  struct gomp_wait_poll poll
      = { .look = take_work, .asleep = asleep, .habit = &habit };
  for (unsigned number = 0; number < atomic_load (&last);)
    {
      unsigned value = gomp_wait_value (&news);
      EXPECT (value >> GOMP_WAIT_NUDGE_BITS >= number);
      number = value >> GOMP_WAIT_NUDGE_BITS;
      if (number == atomic_load (&last))
        break;
      if (random_below (&random, 16) == 0)
        gomp_wait_nudge (&news, 1);
      poll.most_ns = random_below (&random, 16) == 0 ? 20000 : 0;
      gomp_wait_while_polling (&news, value, &poll);
    }
  return NULL;
}

static void
test_nudges (void)
{
  static const uint64_t budgets[] = { 0, 500, 100000 };
  os_fence_init ();
  for (int i = 0; i < 3; i++)
    for (size_t n = 2; n <= THREADS; n++)
      {
        gomp_spin_policy.spin_ns = budgets[i];
        gomp_spin_policy.throttled_ns = budgets[i];
        atomic_store (&news.value, 0);
        atomic_store (&done, 0);
        made = 0;
        atomic_store (&last, STEPS);
        start_clock ();
        run (work_or_wait, n);
        EXPECT (atomic_load (&heap) == 0);
        EXPECT (atomic_load (&idle) == 0);
      }
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  RUN (test_wait);
  RUN (test_nudges);
  return check_done ();
}
