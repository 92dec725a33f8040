/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "the stock runtime hangs after fork" } */
/* { dg-set-target-env-var OMP_NUM_THREADS "2" } */
/* A thousand forks, with regions in each child and between them: from the
   initial thread, from another thread and inside a region in turn.  The parent
   keeps its threads.  */

#include <dirent.h>
#include <omp.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

#define FORKS 1000

static int
works (void)
{
  int sum = 0;

#pragma omp parallel for reduction(+ : sum)
  for (int i = 1; i <= 10; i++)
    sum += i;
  return sum == 55;
}

static void *
fork_once (void *unused)
{
  int status;
  pid_t pid = fork ();

  CHECK (pid >= 0);
  if (pid == 0)
    _exit (works () ? 0 : 1);
  CHECK (waitpid (pid, &status, 0) == pid && status == 0);
  return unused;
}

static void
fork_in_thread (void)
{
  pthread_t thread;

  CHECK (pthread_create (&thread, NULL, fork_once, NULL) == 0);
  pthread_join (thread, NULL);
}

static void
fork_in_region (void)
{
#pragma omp parallel
#pragma omp single
  fork_once (NULL);
}

static int
count_threads (void)
{
  int count = 0;
  DIR *tasks = opendir ("/proc/self/task");

  for (struct dirent *entry; tasks && (entry = readdir (tasks));)
    count += entry->d_name[0] != '.';
  if (tasks)
    closedir (tasks);
  return count;
}

int
main (void)
{
  int threads = 0;

  for (int i = 0; i < FORKS; i++)
    {
      CHECK (works ());
      if (i % 3 == 0)
        fork_once (NULL);
      else if (i % 3 == 1)
        fork_in_thread ();
      else
        fork_in_region ();
      if (i == FORKS / 10)
        threads = count_threads ();
    }
  CHECK (works () && count_threads () <= threads);
  return 0;
}
