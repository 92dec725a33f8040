/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* See README.  The outer region has three threads: 0 waits in a barrier, 1 is
   the primary of a region of two, in a task, and 2 waits for a lock.  */

#include <omp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "truth.h"

struct truth truth;
static omp_lock_t lock;
static atomic_bool waits[4]; /* as truth.system_id: from now on it waits for
                                nothing else */

static void
here (int number)
{
  truth.pthread[number] = pthread_self ();
  truth.system_id[number] = (int)syscall (SYS_gettid);
}

static bool
sleeps (int number)
{
  char name[64], line[64] = "";
  snprintf (name, sizeof (name), "/proc/self/task/%d/syscall",
            truth.system_id[number]);
  FILE *file = fopen (name, "r");
  bool read = file != NULL && fgets (line, sizeof (line), file) != NULL;
  if (file != NULL)
    fclose (file);
  return read && atoi (line) == SYS_futex;
}

static void
wait_for_sleepers (void)
{
  for (int i = 0; i < 4; i++)
    while (i != 1 && !(atomic_load (&waits[i]) && sleeps (i)))
      usleep (1000);
}

void
all_wait (void)
{
  char byte;
  if (write (1, "x", 1) != 1 || read (0, &byte, 1) < 0)
    _exit (2);
}

void
wait_for_end (void)
{
  truth.frame = __builtin_frame_address (0);
  wait_for_sleepers ();
  all_wait ();
}

static void
inner (void)
{
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 1)
      here (3);
#pragma omp barrier
    if (omp_get_thread_num () == 1)
      atomic_store (&waits[3], true);
    else
      {
#pragma omp task if (0) final(1)
        wait_for_end ();
        omp_unset_lock (&lock);
      }
  }
}

static void *
outside (void *arg)
{
  omp_set_num_threads (8);
  truth.outside = (int)syscall (SYS_gettid);
  pause ();
  return arg;
}

int
main (void)
{
  pthread_t other;
  pthread_create (&other, NULL, outside, NULL);
  while (*(volatile int *)&truth.outside == 0)
    usleep (1000);
  truth.lock = &lock;
  truth.task = wait_for_end;
  omp_init_lock (&lock);
#pragma omp parallel num_threads(3)
  {
    here (omp_get_thread_num ());
    if (omp_get_thread_num () == 1)
      omp_set_lock (&lock);
#pragma omp barrier
    if (omp_get_thread_num () != 1)
      atomic_store (&waits[omp_get_thread_num ()], true);
    if (omp_get_thread_num () == 1)
      inner ();
    else if (omp_get_thread_num () == 2)
      {
        omp_set_lock (&lock);
        omp_unset_lock (&lock);
      }
#pragma omp barrier
  }
  return 0;
}
