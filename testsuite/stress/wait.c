/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Waiting: no wake-up is lost between two threads that hand a word to and fro,
   with and without spinning, and mutex and lock exclude.  */

#include <pthread.h>
#include <stdlib.h>

#include "check.h"
#include "sync/lock.h"
#include "sync/mutex.h"
#include "sync/wait.h"

#define ROUNDS 20000
#define THREADS 5

static struct gomp_wait_word ball;
static struct gomp_mutex mutex;
static atomic_uint lock;
static unsigned under_mutex;
static unsigned under_lock;

/* Set the odd values and wait for the even ones, or the other way round.  */
static void *
play (void *arg)
{
  unsigned mine = (unsigned)(size_t)arg;
  for (unsigned i = mine; i < 2 * ROUNDS; i += 2)
    {
      unsigned value = gomp_wait_value (&ball);
      while (value != i)
        value = gomp_wait_while (&ball, value, GOMP_WAIT_PRIVATE);
      gomp_wait_set (&ball, i + 1, GOMP_WAIT_PRIVATE);
    }
  return NULL;
}

static void *
exclude (void *arg)
{
  (void)arg;
  for (unsigned i = 0; i < ROUNDS; i++)
    {
      gomp_mutex_lock (&mutex);
      under_mutex++;
      gomp_mutex_unlock (&mutex);
      gomp_lock_acquire (&lock);
      under_lock++;
      gomp_lock_release (&lock);
    }
  return NULL;
}

static void
run (void *(*fn) (void *), size_t n)
{
  pthread_t threads[THREADS];
  for (size_t i = 0; i < n; i++)
    CHECK (pthread_create (&threads[i], NULL, fn, (void *)i) == 0);
  for (size_t i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
}

static void
test_wait (void)
{
  static const uint64_t budgets[] = { 0, 500, 100000 };
  for (int i = 0; i < 3; i++)
    {
      gomp_wait_policy.spin_ns = budgets[i];
      gomp_wait_policy.throttled_ns = budgets[i];
      atomic_store (&ball.value, 0);
      run (play, 2);
      CHECK (gomp_wait_value (&ball) == 2 * ROUNDS);
      under_mutex = under_lock = 0;
      run (exclude, THREADS);
      CHECK (under_mutex == THREADS * ROUNDS);
      CHECK (under_lock == THREADS * ROUNDS);
    }
}

int
main (void)
{
  RUN (test_wait);
  return check_done ();
}
