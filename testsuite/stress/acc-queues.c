/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads make and look for async queues of one device, while another thread
   makes queues of a second device and shuts it down, so that the memory of its
   queues becomes queues of the first one.  Whoever looks for a queue finds that
   queue or none.  */

#define REGIONS(X) X (nothing)
#include "../unit/openacc/device.h"

#include "../unit/random.h"
#include "openacc/internal.h"

#define ROUNDS 150
#define OLD 8     /* queues of the first device that exist during a round */
#define CLOSED 8  /* those of the second device: async values from OLD on */
#define AGAIN 4   /* so often they are closed in a round */
#define LOOKERS 2 /* threads */
#define OTHER_TYPE 8

static struct gomp_acc_queue *old[OLD];
static atomic_int makers; /* threads that make queues */
static pthread_barrier_t round_begins, round_ends;

static void
nothing (void **slots)
{
  (void)slots;
}

static int
other_type (void)
{
  return OTHER_TYPE;
}

static struct gomp_acc_queue *
find (struct gomp_device *device, int async)
{
  struct gomp_acc_queue *queue = NULL;
  EXPECT (gomp_acc_queue_find (device, async, &queue) == GOMP_OK);
  EXPECT (queue != NULL);
  return queue;
}

/* Queues OLD to OLD + CLOSED - 1 are of the second device only.  */
static void
look (struct gomp_device *device, uint64_t *random)
{
  do
    {
      int async = (int)random_below (random, OLD);
      EXPECT (find (device, async) == old[async]);
      async = OLD + (int)random_below (random, CLOSED);
      EXPECT (gomp_acc_queue_used (device, async) == NULL);
    }
  while (atomic_load (&makers) > 0);
}

static void *
look_again (void *data)
{
  uint64_t random = random_start ((uintptr_t)data);
  for (int i = 0; i < ROUNDS; i++)
    {
      pthread_barrier_wait (&round_begins);
      look (gomp_device_open (0), &random);
      pthread_barrier_wait (&round_ends);
    }
  return NULL;
}

static void *
close_again (void *data)
{
  for (int i = 0; i < ROUNDS; i++)
    {
      pthread_barrier_wait (&round_begins);
      for (int k = 0; k < AGAIN; k++)
        {
          struct gomp_device *device = gomp_device_open (1);
          for (int async = OLD; async < OLD + CLOSED; async++)
            find (device, async);
          EXPECT (gomp_acc_shutdown (OTHER_TYPE) == GOMP_OK);
        }
      atomic_fetch_sub (&makers, 1);
      pthread_barrier_wait (&round_ends);
    }
  return data;
}

/* The first device has queues 0 to OLD - 1 at the beginning of a round, and
   gets others, which take the memory of those that were closed.  */
static void
one_round (void)
{
  struct gomp_device *device = gomp_device_open (0);
  for (int async = 0; async < OLD; async++)
    old[async] = find (device, async);
  atomic_store (&makers, 2);
  pthread_barrier_wait (&round_begins);
  for (int async = OLD + CLOSED; async < OLD + (1 + AGAIN) * CLOSED; async++)
    find (device, async);
  atomic_fetch_sub (&makers, 1);
  pthread_barrier_wait (&round_ends);
  EXPECT (gomp_acc_shutdown (EMULATED) == GOMP_OK);
}

static void
closed_meanwhile (void)
{
  pthread_t closer, lookers[LOOKERS];
  pthread_barrier_init (&round_begins, NULL, LOOKERS + 2);
  pthread_barrier_init (&round_ends, NULL, LOOKERS + 2);
  pthread_create (&closer, NULL, close_again, NULL);
  for (int i = 0; i < LOOKERS; i++)
    pthread_create (&lookers[i], NULL, look_again, (void *)(uintptr_t)i);
  for (int i = 0; i < ROUNDS; i++)
    one_round ();
  pthread_join (closer, NULL);
  for (int i = 0; i < LOOKERS; i++)
    pthread_join (lookers[i], NULL);
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  make_acc_devices (run_compute);
  plugins[1].acc_type = other_type;
  RUN (closed_meanwhile);
  return check_done ();
}
