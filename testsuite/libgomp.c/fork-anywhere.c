/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-skip-stock "the stock runtime hangs after fork" } */
/* Two thousand processes.  */
/* { dg-timeout 900 } */
/* A child process can use regions, tasks and locks, wherever it was forked:
   from the initial thread or another, inside a region or a task, while other
   threads use the library for the first time or are in the midst of regions,
   critical constructs and tasks.  */

#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "fib.h"

static atomic_bool stop;

/* Everything works, with THREADS threads.  */
static int
use_all (int threads)
{
  int sum = 0, count = 0, locked = 0, result = 0, ordered = 0;
  omp_lock_t lock;
  omp_init_lock (&lock);
#pragma omp parallel num_threads(threads)
  {
#pragma omp for reduction(+ : sum) schedule(dynamic)
    for (int i = 1; i <= 100; i++)
      sum += i;
#pragma omp critical
    count++;
    omp_set_lock (&lock);
    locked++;
    omp_unset_lock (&lock);
#pragma omp for ordered
    for (int i = 0; i < 10; i++)
#pragma omp ordered
      ordered += ordered == i;
#pragma omp single
    result = fib (8);
  }
  omp_destroy_lock (&lock);
  return sum == 5050 && count == threads && locked == threads && result == 21
         && ordered == 10;
}

static void
await_success (pid_t pid)
{
  int status;
  CHECK (waitpid (pid, &status, 0) == pid);
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

/* Fork; the child ends by use_all.  */
static void
fork_and_use (int threads)
{
  pid_t pid = fork ();
  CHECK (pid >= 0);
  if (pid == 0)
    {
      alarm (200);
      _exit (use_all (threads) ? 0 : 1);
    }
  await_success (pid);
}

static void
from_main (void)
{
  for (int i = 0; i < 300; i++)
    {
      CHECK (use_all (4));
      fork_and_use (1 + i % 5);
    }
}

static void *
fork_here (void *arg)
{
  int n = *(int *)arg;
  for (int i = 0; i < n; i++)
    fork_and_use (3);
  return NULL;
}

static void
from_other_thread (void)
{
  for (int n = 1; n <= 20; n++)
    {
      pthread_t thread;
      CHECK (pthread_create (&thread, NULL, fork_here, &n) == 0);
      pthread_join (thread, NULL);
    }
}

/* The child goes on in the region, alone.  */
static void
go_on (void)
{
  pid_t pid = fork ();
  CHECK (pid >= 0);
  if (pid != 0)
    {
      await_success (pid);
      return;
    }
  alarm (200);
  int sum = 0, x = 0;
  CHECK (omp_get_num_threads () == 1);
#pragma omp barrier
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 10; i++)
    sum++;
#pragma omp for ordered
  for (int i = 0; i < 10; i++)
#pragma omp ordered
    sum++;
#pragma omp single copyprivate(x)
  x = 1;
#pragma omp task shared(x)
  x++;
#pragma omp taskwait
#pragma omp critical
  x++;
#pragma omp barrier
  _exit (sum == 20 && x == 3 ? 0 : 1);
}

static void
inside_region (void)
{
  for (int i = 0; i < 40; i++)
    {
#pragma omp parallel num_threads(4)
      {
#pragma omp for nowait schedule(dynamic)
        for (int k = 0; k < 20; k++)
          ;
#pragma omp single nowait
        fork_and_use (1);
        if (omp_get_thread_num () == i % 4)
          go_on ();
      }
    }
}

static void
inside_nested_region (void)
{
  omp_set_max_active_levels (2);
  for (int i = 0; i < 10; i++)
    {
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
      if (omp_get_thread_num () == i % 2)
        go_on ();
    }
  omp_set_max_active_levels (1);
}

/* Children that other threads have taken are not waited for.  */
static void
inside_task (void)
{
  for (int i = 0; i < 40; i++)
    {
#pragma omp parallel num_threads(4)
#pragma omp single
      {
        for (int k = 0; k < 8; k++)
#pragma omp task firstprivate(k)
          {
#pragma omp task
            usleep (k * 10);
            if (k == 5)
              {
                pid_t pid = fork ();
                CHECK (pid >= 0);
                if (pid == 0)
                  {
                    alarm (200);
#pragma omp taskwait
                    _exit (use_all (1) ? 0 : 1);
                  }
                await_success (pid);
              }
          }
      }
    }
}

/* Threads that use the library for the first time, and end.  */
static void *
first_use (void *arg)
{
  (void)arg;
  omp_get_max_threads ();
  return NULL;
}

static void *
make_threads (void *arg)
{
  (void)arg;
  while (!atomic_load (&stop))
    {
      pthread_t threads[4];
      for (int i = 0; i < 4; i++)
        CHECK (pthread_create (&threads[i], NULL, first_use, NULL) == 0);
      for (int i = 0; i < 4; i++)
        pthread_join (threads[i], NULL);
    }
  return NULL;
}

static void *
run_regions (void *arg)
{
  (void)arg;
  for (int i = 0; !atomic_load (&stop); i++)
    CHECK (use_all (2 + i % 3));
  return NULL;
}

static void
beside (void *(*work) (void *))
{
  pthread_t thread;
  atomic_store (&stop, false);
  CHECK (pthread_create (&thread, NULL, work, NULL) == 0);
  for (int i = 0; i < 300; i++)
    fork_and_use (2);
  atomic_store (&stop, true);
  pthread_join (thread, NULL);
}

static void
beside_first_use (void)
{
  beside (make_threads);
}

static void
beside_regions (void)
{
  beside (run_regions);
}

void GOMP_atomic_start (void);
void GOMP_atomic_end (void);

static atomic_int inside;

/* The three kinds of locks of constructs, at a time.  */
static void
enter_all (void (*body) (void))
{
#pragma omp critical
#pragma omp critical(fork_anywhere)
  {
    GOMP_atomic_start ();
    body ();
    GOMP_atomic_end ();
  }
}

static void
nothing (void)
{
}

static void
dwell (void)
{
  atomic_fetch_add (&inside, 1);
  while (!atomic_load (&stop))
    usleep (100);
}

static void *
enter_and_dwell (void *arg)
{
  (void)arg;
  enter_all (dwell);
  return NULL;
}

static void *
enter_and_go (void *arg)
{
  atomic_int *held = arg;
  enter_all (nothing);
  CHECK (held == NULL || !atomic_load (held));
  return NULL;
}

/* Other threads hold the locks that the child needs, and wait for them.  */
static void
beside_holders (void)
{
  for (int i = 0; i < 30; i++)
    {
      pthread_t threads[4];
      atomic_store (&stop, false);
      atomic_store (&inside, 0);
      for (int k = 0; k < 1 + i % 4; k++)
        CHECK (pthread_create (&threads[k], NULL, enter_and_dwell, NULL) == 0);
      while (atomic_load (&inside) == 0)
        usleep (100);
      usleep (i % 3 * 10000);
      pid_t pid = fork ();
      CHECK (pid >= 0);
      if (pid == 0)
        {
          alarm (200);
          enter_all (nothing);
#pragma omp parallel num_threads(3)
          enter_all (nothing);
          fork_and_use (2);
          _exit (use_all (3) ? 0 : 1);
        }
      await_success (pid);
      atomic_store (&stop, true);
      for (int k = 0; k < 1 + i % 4; k++)
        pthread_join (threads[k], NULL);
    }
}

static atomic_int held;

static void
fork_holding (void)
{
  atomic_store (&held, 1);
  pid_t pid = fork ();
  CHECK (pid >= 0);
  if (pid != 0)
    {
      await_success (pid);
      atomic_store (&held, 0);
      return;
    }
  alarm (200);
}

/* The thread that forks still has its locks in the child, and in the
   grandchild.  */
static void
holding (void)
{
  pid_t parent = getpid ();
  pthread_t threads[4];
#pragma omp critical(fork_anywhere)
  {
    fork_holding ();
    if (getpid () != parent)
      fork_holding ();
    if (getpid () != parent)
      {
        atomic_store (&held, 1);
        for (int k = 0; k < 4; k++)
          CHECK (pthread_create (&threads[k], NULL, enter_and_go, &held) == 0);
        usleep (20000);
        atomic_store (&held, 0);
      }
  }
  if (getpid () == parent)
    return;
  for (int k = 0; k < 4; k++)
    pthread_join (threads[k], NULL);
  enter_all (nothing);
  _exit (use_all (2) ? 0 : 1);
}

#define RUN(function) (function (), printf ("PASS: %s\n", #function))

int
main (void)
{
  setvbuf (stdout, NULL, _IONBF, 0);
  RUN (beside_first_use);
  RUN (from_main);
  RUN (from_other_thread);
  RUN (inside_region);
  RUN (inside_nested_region);
  RUN (inside_task);
  RUN (beside_regions);
  RUN (beside_holders);
  RUN (holding);
  return 0;
}
