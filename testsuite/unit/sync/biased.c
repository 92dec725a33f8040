/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Biased mutexes: first one thread alone; then others come while the first one
   is inside, or while it enters and leaves all the time.  */

#include <pthread.h>
#include <time.h>

#include "check.h"
#include "sync/biased.h"

#define THREADS 4
#define ROUNDS 20000

static struct gomp_biased lock;
static unsigned counter; /* lock */
static atomic_uint stage;

static void
add (unsigned times)
{
  for (unsigned i = 0; i < times; i++)
    {
      gomp_biased_lock (&lock);
      counter++;
      gomp_biased_unlock (&lock);
    }
}

static void *
add_many (void *arg)
{
  add (ROUNDS);
  return arg;
}

static void
start (void)
{
  lock = (struct gomp_biased){ .by_owner = false };
  counter = 0;
  atomic_store (&stage, 0);
}

static void
alone (void)
{
  start ();
  add (ROUNDS);
  EXPECT (counter == ROUNDS);
  EXPECT (!os_fence_asymmetric || lock.owner == arch_thread ());
}

/* The others begin at once, in the middle of what the first does.  */
static void
several (void)
{
  pthread_t threads[THREADS];
  for (int turn = 0; turn < 20; turn++)
    {
      start ();
      add (1 + (unsigned)turn % 2);
      counter = 0;
      for (int i = 0; i < THREADS; i++)
        pthread_create (&threads[i], NULL, add_many, NULL);
      add (ROUNDS);
      for (int i = 0; i < THREADS; i++)
        pthread_join (threads[i], NULL);
      EXPECT (counter == ROUNDS * (THREADS + 1));
      EXPECT (lock.owner == GOMP_BIASED_SHARED);
    }
}

static void *
enter_late (void *arg)
{
  atomic_store (&stage, 1);
  gomp_biased_lock (&lock);
  EXPECT (atomic_load (&stage) == 2);
  gomp_biased_unlock (&lock);
  return arg;
}

/* The owner stays inside long after the second thread has come.  */
static void
long_section (void)
{
  pthread_t thread;
  start ();
  add (1);
  gomp_biased_lock (&lock);
  pthread_create (&thread, NULL, enter_late, NULL);
  while (atomic_load (&stage) != 1)
    os_yield ();
  struct timespec ts = { 0, 5000000 };
  nanosleep (&ts, NULL);
  atomic_store (&stage, 2);
  gomp_biased_unlock (&lock);
  pthread_join (thread, NULL);
  EXPECT (lock.owner == GOMP_BIASED_SHARED || !os_fence_asymmetric);
}

/* The owner ends; the next thread may have its address.  */
static void
next_owner (void)
{
  start ();
  for (unsigned i = 1; i <= 10; i++)
    {
      pthread_t thread;
      pthread_create (&thread, NULL, add_many, NULL);
      pthread_join (thread, NULL);
      EXPECT (counter == i * ROUNDS);
    }
}

/* Where the kernel cannot order other threads nobody becomes the owner.  */
static void
without_fence (void)
{
  os_fence_asymmetric = false;
  alone ();
  EXPECT (lock.owner == GOMP_BIASED_SHARED);
  several ();
}

int
main (void)
{
  os_fence_init ();
  RUN (alone);
  RUN (several);
  RUN (long_section);
  RUN (next_owner);
  RUN (without_fence);
  return check_done ();
}
