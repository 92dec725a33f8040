/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The counting barrier and the gathering, flat and as trees: no thread passes
   before all have arrived, and nudges do no harm.  */

#include <pthread.h>
#include <stdlib.h>

#include "check.h"
#include "random.h"
#include "sync/barrier.h"

#define MOST 70

static struct gomp_barrier barrier;
static struct gomp_gathering gathering;
static struct gomp_wait_word start; /* rounds that thread 0 has begun */
static unsigned nthreads;
static unsigned rounds;
static atomic_uint arrived[MOST];

static void
wait_open (unsigned epoch)
{
  unsigned value = gomp_wait_value (&barrier.word);
  while (value >> GOMP_WAIT_NUDGE_BITS == epoch)
    value = gomp_wait_while (&barrier.word, value, GOMP_WAIT_PRIVATE);
}

static void *
run (void *arg)
{
  unsigned me = (unsigned)(size_t)arg;
  uint64_t random = random_start (me);
  for (unsigned i = 1; i <= rounds; i++)
    {
      atomic_fetch_add_explicit (&arrived[me], 1, memory_order_relaxed);
      unsigned epoch = gomp_barrier_epoch (&barrier);
      if (gomp_barrier_arrive (&barrier, me))
        gomp_barrier_open (&barrier);
      else if (random_below (&random, 8) == 0)
        gomp_wait_nudge (&barrier.word, 1);
      wait_open (epoch);
      unsigned other = random_below (&random, nthreads);
      EXPECT (atomic_load_explicit (&arrived[other], memory_order_relaxed)
              >= i);
    }
  return NULL;
}

static void
gather (void)
{
  gomp_gathering_arrive (&gathering, 0);
  unsigned value = gomp_wait_value (&gathering.word);
  while (!gomp_gathering_complete (value))
    value = gomp_wait_while (&gathering.word, value, GOMP_WAIT_PRIVATE);
  gomp_gathering_reset (&gathering);
}

/* Thread 0 starts each round and waits for the others' coming.  */
static void *
run_gathering (void *arg)
{
  unsigned me = (unsigned)(size_t)arg;
  uint64_t random = random_start (me);
  for (unsigned i = 1; i <= rounds; i++)
    {
      if (me == 0)
        {
          gomp_wait_set (&start, i, GOMP_WAIT_PRIVATE);
          gather ();
          for (unsigned j = 1; j < nthreads; j++)
            EXPECT (atomic_load_explicit (&arrived[j], memory_order_relaxed)
                    == i);
          continue;
        }
      gomp_wait_while (&start, i - 1, GOMP_WAIT_PRIVATE);
      atomic_fetch_add_explicit (&arrived[me], 1, memory_order_relaxed);
      if (random_below (&random, 8) == 0)
        gomp_wait_nudge (&gathering.word, 1);
      gomp_gathering_arrive (&gathering, me);
    }
  return NULL;
}

static struct gomp_barrier_node *
make_nodes (unsigned n)
{
  size_t size = gomp_barrier_nodes_size (n);
  if (size == 0)
    return NULL;
  void *nodes = aligned_alloc (128, (size + 127) & ~(size_t)127);
  EXPECT (nodes != NULL);
  return nodes;
}

static void
run_all (void *(*fn) (void *), unsigned n)
{
  pthread_t threads[MOST];
  nthreads = n;
  rounds = 20000 / (n * n) + 20;
  for (size_t i = 0; i < n; i++)
    atomic_store (&arrived[i], 0);
  for (size_t i = 0; i < n; i++)
    EXPECT (pthread_create (&threads[i], NULL, fn, (void *)i) == 0);
  for (size_t i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
}

static void
try (unsigned n)
{
  struct gomp_barrier_node *nodes = make_nodes (n);
  gomp_barrier_init (&barrier, nodes);
  gomp_barrier_resize (&barrier, n);
  run_all (run, n);
  atomic_store (&start.value, 0);
  gomp_gathering_init (&gathering, nodes);
  gomp_gathering_resize (&gathering, n);
  run_all (run_gathering, n);
  free (nodes);
}

static void
test_barrier (void)
{
  static const unsigned sizes[] = { 1, 2, 3, 4, 8, 9, 17, MOST };
  for (int spin = 0; spin < 2; spin++)
    {
      gomp_spin_policy.spin_ns = spin ? 100000 : 0;
      gomp_spin_policy.throttled_ns = spin ? 1000 : 0;
      for (size_t i = 0; i < sizeof (sizes) / sizeof (*sizes); i++)
        try (sizes[i]);
    }
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  RUN (test_barrier);
  return check_done ();
}
