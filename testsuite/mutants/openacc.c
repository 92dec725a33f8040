/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Uses each thing that OpenACC's part does; see host.c.  */

#include <acc_prof.h>
#include <openacc.h>
#include <pthread.h>

#define QUEUES 8

static int data[QUEUES][100];
static int events;
static pthread_barrier_t meeting;

static void
count (acc_prof_info *prof, acc_event_info *event, acc_api_info *api)
{
  (void)prof;
  (void)event;
  (void)api;
  events++;
}

static void
queues (void)
{
  for (int i = 0; i < 40; i++)
    for (int q = 0; q < QUEUES; q++)
      {
#pragma acc parallel copy(data[q]) async(q)
        data[q][0]++;
#pragma acc wait(q) async((q + 1) % QUEUES)
        if (i % 8 == 7)
          acc_wait (q);
      }
  acc_wait_all ();
}

static void
counts (void)
{
  acc_copyin (data[0], sizeof (data[0]));
  acc_copyin (data[0], sizeof (data[0]));
#pragma acc update self(data[0])
  acc_copyout_finalize (data[0], sizeof (data[0]));
#pragma acc data copy(data[1])
  {
#pragma acc enter data copyin(data[1])
#pragma acc exit data delete (data[1])
  }
}

/* The first thread ends while the second one is there.  */
static void *
use (void *first)
{
  if (first == NULL)
    pthread_barrier_wait (&meeting);
  acc_get_device_num (acc_get_device_type ());
  if (first != NULL)
    pthread_barrier_wait (&meeting);
  pthread_barrier_wait (&meeting);
  if (first == NULL)
    pthread_barrier_wait (&meeting);
  return NULL;
}

static void
threads (void)
{
  pthread_t first, second;
  pthread_barrier_init (&meeting, NULL, 2);
  pthread_create (&first, NULL, use, &first);
  pthread_create (&second, NULL, use, NULL);
  pthread_join (first, NULL);
  pthread_barrier_wait (&meeting);
  pthread_join (second, NULL);
}

static void
profile (void)
{
  for (acc_event_t e = acc_ev_device_init_start; e < acc_ev_last; e++)
    acc_prof_register (e, count, acc_reg);
#pragma acc parallel copy(data[2])
  data[2][0]++;
  for (acc_event_t e = acc_ev_device_init_start; e < acc_ev_last; e++)
    acc_prof_unregister (e, count, acc_reg);
}

int
main (void)
{
  queues ();
  counts ();
  threads ();
  profile ();
  acc_shutdown (acc_get_device_type ());
  queues ();
  return 0;
}
