/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The one-word lock: only one thread has it at a time, no thread is left
   asleep, and a thread that takes it again at once does not keep the others
   away.  */

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "check.h"
#include "os/os.h"
#include "sync/lock.h"

#define MOST 8

static atomic_uint lock;
static unsigned holders;
static unsigned long taken;
static atomic_uint done;

static void
spin_ns (uint64_t ns)
{
  for (uint64_t start = os_time_ns (); os_time_ns () - start < ns;)
    continue;
}

static void
hold (unsigned *seed)
{
  EXPECT (++holders == 1);
  taken++;
  if (rand_r (seed) % 512 == 0)
    sched_yield ();
  if (rand_r (seed) % 1024 == 0)
    spin_ns (20000);
  EXPECT (--holders == 0);
}

#define ROUNDS 4000

static void *
contend (void *arg)
{
  unsigned seed = (unsigned)(uintptr_t)arg;
  for (int i = 0; i < ROUNDS;)
    {
      if (rand_r (&seed) % 4 != 0)
        gomp_lock_acquire (&lock);
      else if (!gomp_lock_try (&lock))
        continue;
      hold (&seed);
      gomp_lock_release (&lock);
      i++;
    }
  return NULL;
}

static void
run (unsigned nthreads, void *(*fn) (void *))
{
  pthread_t threads[MOST];
  for (uintptr_t i = 0; i < nthreads; i++)
    EXPECT (pthread_create (&threads[i], NULL, fn, (void *)i) == 0);
  for (unsigned i = 0; i < nthreads; i++)
    pthread_join (threads[i], NULL);
}

static void
test_exclusion (void)
{
  for (unsigned n = 1; n <= MOST; n *= 2)
    {
      taken = 0;
      run (n, contend);
      EXPECT (taken == (unsigned long)n * ROUNDS);
      EXPECT (atomic_load (&lock) == GOMP_LOCK_FREE);
    }
}

/* Thread 0 has the lock nearly all the time until each of the others has had
   it some times.  */
#define OTHERS 3
#define TIMES 4

static void *
starve (void *arg)
{
  if (arg == NULL)
    while (atomic_load (&done) < OTHERS)
      {
        gomp_lock_acquire (&lock);
        spin_ns (500000);
        gomp_lock_release (&lock);
      }
  else
    {
      for (int i = 0; i < TIMES; i++)
        {
          gomp_lock_acquire (&lock);
          gomp_lock_release (&lock);
        }
      atomic_fetch_add (&done, 1);
    }
  return NULL;
}

static void
test_starvation (void)
{
  run (1 + OTHERS, starve);
  EXPECT (atomic_load (&lock) == GOMP_LOCK_FREE);
}

/* Who has not slept leaves a reserved lock alone; who unlocks it where somebody
   starves reserves it.  */
static void
test_reserved (void)
{
  atomic_store (&lock, GOMP_LOCK_STARVING);
  gomp_lock_release (&lock);
  EXPECT (atomic_load (&lock) == GOMP_LOCK_RESERVED);
  EXPECT (!gomp_lock_try (&lock));
  gomp_lock_acquire (&lock);
  EXPECT (atomic_load (&lock) == GOMP_LOCK_SLEPT_ON);
  gomp_lock_release (&lock);
  EXPECT (atomic_load (&lock) == GOMP_LOCK_FREE);
}

int
main (void)
{
  gomp_spin_policy.spin_ns = 5000;
  RUN (test_exclusion);
  RUN (test_starvation);
  RUN (test_reserved);
  return check_done ();
}
