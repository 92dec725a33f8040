/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads put regions into one async queue and wait for it, so that each does
   some of the work, and many are about to wake the others when the next region
   is already done.  A queue that forgot what it has done would let a thread
   wait for ever.  */

#define REGIONS(X) X (step)
#include "../unit/openacc/device.h"

#include "../unit/random.h"

#define THREADS 4
#define ROUNDS 3000
#define QUEUE 3

static unsigned steps; /* the queue orders the regions */

static void
step (void **slots)
{
  (void)slots;
  steps++;
}

static void *
step_and_wait (void *data)
{
  uint64_t random = random_start ((uintptr_t)data);
  struct gomp_acc_region region = { .fn = host_step, .order.async = QUEUE };
  for (int i = 0; i < ROUNDS; i++)
    {
      EXPECT (gomp_acc_compute (&region) == GOMP_OK);
      if (random_below (&random, 4) != 0)
        EXPECT (gomp_acc_wait (QUEUE) == GOMP_OK);
    }
  EXPECT (gomp_acc_wait (QUEUE) == GOMP_OK);
  return NULL;
}

static void
several_wait (void)
{
  pthread_t threads[THREADS];
  bool done = false;
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, step_and_wait, (void *)(uintptr_t)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  EXPECT (gomp_acc_test (QUEUE, &done) == GOMP_OK && done);
  EXPECT (steps == THREADS * ROUNDS);
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  make_acc_devices (run_compute);
  RUN (several_wait);
  return check_done ();
}
