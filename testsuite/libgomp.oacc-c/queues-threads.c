/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-additional-options "-pthread" } */
/* Queues that several threads of the host use: what is in one is done in order
   whoever waits for it, work of different queues runs at the same time, and
   acc_shutdown ends them.  */

#include "check.h"

#include <pthread.h>

#define THREADS 4
#define QUEUES 12
#define ROUNDS 60
#define CHAIN 6

static unsigned a[QUEUES], expected[QUEUES];
static int flags[CHAIN];

/* x -> 3 x + 1 as often as each thread says; the order does not matter.  */
static void *
use_all (void *data)
{
  unsigned state = (unsigned)(size_t)data;
  for (int i = 0; i < ROUNDS; i++)
    {
      state = state * 1103515245u + 12345u;
      for (int q = 0; q < QUEUES; q++)
        {
#pragma acc serial present(a) async(q)
          a[q] = 3 * a[q] + 1;
        }
      if ((state >> 16) % 3 == 0)
        acc_wait ((int)((state >> 20) % QUEUES));
      if ((state >> 24) % 5 == 0)
        acc_wait_all ();
    }
  acc_wait_all ();
  return NULL;
}

/* On the host each thread runs its regions itself, at once: there one thread
   alone may use a queue's data.  */
static void
several_threads (void)
{
  pthread_t threads[THREADS];
  int used = is_shared () ? 1 : THREADS;
  for (int q = 0; q < QUEUES; q++)
    {
      a[q] = expected[q] = (unsigned)q;
      for (int i = 0; i < used * ROUNDS; i++)
        expected[q] = 3 * expected[q] + 1;
    }
#pragma acc enter data copyin(a)
  for (int i = 0; i < used; i++)
    CHECK (pthread_create (&threads[i], NULL, use_all, (void *)(size_t)i) == 0);
  for (int i = 0; i < used; i++)
    CHECK (pthread_join (threads[i], NULL) == 0);
  CHECK (acc_async_test_all ());
#pragma acc exit data copyout(a)
  for (int q = 0; q < QUEUES; q++)
    CHECK (a[q] == expected[q]);
}

/* Each region but the last waits for the one that is started after it.  */
static void
at_once (void)
{
  if (is_shared ())
    return;
  for (int i = 0; i < CHAIN; i++)
    flags[i] = 0;
#pragma acc enter data copyin(flags)
  for (int i = 0; i < CHAIN - 1; i++)
    {
#pragma acc serial present(flags) async(100 + i)
      {
        int next = 0;
        while (!next)
          {
#pragma acc atomic read
            next = flags[i + 1];
          }
#pragma acc atomic write
        flags[i] = 1;
      }
    }
#pragma acc serial present(flags) async(200)
  {
#pragma acc atomic write
    flags[CHAIN - 1] = 1;
  }
#pragma acc wait
#pragma acc exit data copyout(flags)
  for (int i = 0; i < CHAIN; i++)
    CHECK (flags[i] == 1);
}

int
main (void)
{
  several_threads ();
  at_once ();
  if (!is_shared ())
    {
      acc_shutdown (acc_get_device_type ());
      several_threads ();
    }
  return 0;
}
