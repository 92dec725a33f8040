/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-require-effective-target offload_device } */
/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" } */
/* Regions of eight host threads run at once: each waits, on the device, until
   all have come, so they would never end one after the other.  Meanwhile other
   threads map, update and copy data; the regions do not delay them.  */

#include <sched.h>

#include "target-check.h"

#define THREADS 8
#define ROUNDS 20

#pragma omp declare target
/* Until COUNT regions have come this far.  */
static void
meet (int *come, int count)
{
  int seen;
#pragma omp atomic
  ++*come;
  do
    {
      sched_yield ();
#pragma omp atomic read
      seen = *come;
    }
  while (seen < count);
}
#pragma omp end declare target

static int come[ROUNDS];

/* The counters are mapped before.  */
static void
present_data (void)
{
  for (int i = 0; i < ROUNDS; i++)
    come[i] = 0;
#pragma omp target data map(tofrom : come)
#pragma omp parallel num_threads(THREADS)
  for (int i = 0; i < ROUNDS; i++)
#pragma omp target map(alloc : come)
    meet (&come[i], THREADS);
  for (int i = 0; i < ROUNDS; i++)
    CHECK (come[i] == THREADS);
}

/* Each construct maps them: all are in one that the first has mapped.  */
static void
mapped_by_each (void)
{
  int before = 0, device = omp_get_default_device ();
  int *counter = omp_target_alloc (sizeof *counter, device);
  for (int i = 0; i < ROUNDS; i++)
    {
      omp_target_memcpy (counter, &before, sizeof before, 0, 0, device,
                         omp_get_initial_device ());
#pragma omp parallel num_threads(THREADS)
      {
        int own[100];
        for (int k = 0; k < 100; k++)
          own[k] = omp_get_thread_num () + k;
#pragma omp target is_device_ptr(counter) map(tofrom : own) map(to : come)
        {
          meet (counter, THREADS);
          for (int k = 0; k < 100; k++)
            own[k] += come[0];
        }
        for (int k = 0; k < 100; k++)
          CHECK (own[k] == omp_get_thread_num () + k + come[0]);
      }
    }
  omp_target_free (counter, device);
}

/* Two threads do all but regions while six regions wait for one more, that
   another thread launches when the two have done it.  */
static void
beside_other_directives (void)
{
  int device = omp_get_default_device (), done = 0;
  int counter = 0, far[50], other[50];
#pragma omp target enter data map(to : counter)
#pragma omp parallel num_threads(THREADS)
  if (omp_get_thread_num () >= 2)
    {
#pragma omp target map(alloc : counter)
      meet (&counter, THREADS - 1);
    }
  else if (omp_get_thread_num () == 1)
    {
      int *memory = omp_target_alloc (sizeof other, device);
      for (int i = 0; i < 100; i++)
        {
          for (int k = 0; k < 50; k++)
            other[k] = i + k;
#pragma omp target enter data map(to : other)
#pragma omp target update from(other)
          CHECK (omp_target_memcpy (memory, other, sizeof other, 0, 0, device,
                                    omp_get_initial_device ())
                 == 0);
#pragma omp target exit data map(delete : other)
        }
      omp_target_free (memory, device);
#pragma omp atomic write seq_cst
      done = 1;
    }
  else
    {
      int seen = 0;
      while (!seen)
        {
#pragma omp target map(tofrom : far)
          far[0] = 1;
#pragma omp atomic read seq_cst
          seen = done;
        }
#pragma omp target map(alloc : counter)
      meet (&counter, THREADS - 1);
    }
#pragma omp target exit data map(from : counter)
  CHECK (counter == THREADS - 1);
}

/* Target tasks of one thread, as many as a device surely runs at once.  Short
   ones before must not make it expect short ones.  */
static void
tasks (void)
{
  int counter = 0, short_ones = 0;
#pragma omp target data map(tofrom: counter, short_ones)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 50; i++)
#pragma omp target nowait map(alloc: short_ones)
#pragma omp atomic
      short_ones++;
    for (int i = 0; i < 7; i++)
#pragma omp target nowait map(alloc: counter)
      meet (&counter, 8);
    /* Who launched the others was not held up.  */
#pragma omp target map(alloc: counter)
    meet (&counter, 8);
#pragma omp taskwait
  }
  CHECK (counter == 8 && short_ones == 50);
}

/* More than any queue of the device holds.  */
static void
many_tasks (void)
{
  int counter = 0;
#pragma omp target data map(tofrom: counter)
#pragma omp parallel num_threads(4)
  {
    for (int i = 0; i < 500; i++)
#pragma omp target nowait map(alloc: counter)
#pragma omp atomic
      counter++;
  }
  CHECK (counter == 4 * 500);
}

int
main (void)
{
  present_data ();
  mapped_by_each ();
  beside_other_directives ();
  tasks ();
  many_tasks ();
  omp_set_default_device (1);
  present_data ();
  mapped_by_each ();
  beside_other_directives ();
  tasks ();
  many_tasks ();
  return 0;
}
