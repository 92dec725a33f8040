/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "a critical construct stays held in a forked child" } */
/* A thread holds a critical construct while another one forks.  In the child a
   new thread, to which the system gives the memory of the thread that held the
   construct, forks again.  Neither child waits for the construct.  If the
   forking thread is itself inside the construct, it stays inside in both
   processes.  */

#include <pthread.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static pthread_barrier_t both;
static uintptr_t holder;
static int reused;

static void
enter (void)
{
#pragma omp critical(contested)
  __asm__ volatile("" ::: "memory");
}

static void
wait_for (pid_t pid)
{
  int status;
  CHECK (pid > 0 && waitpid (pid, &status, 0) == pid && status == 0);
}

static void *
hold (void *unused)
{
  holder = (uintptr_t)pthread_self ();
#pragma omp critical(contested)
  {
    pthread_barrier_wait (&both);
    pthread_barrier_wait (&both);
  }
  return unused;
}

static void *
fork_again (void *unused)
{
  reused = (uintptr_t)pthread_self () == holder;
  pid_t pid = fork ();
  if (pid == 0)
    {
      alarm (200);
      enter ();
      _exit (0);
    }
  wait_for (pid);
  return unused;
}

static void
in_thread (void *(*work) (void *))
{
  pthread_t thread;
  CHECK (pthread_create (&thread, NULL, work, NULL) == 0);
  pthread_join (thread, NULL);
}

/* The one that holds it when it forks, twice.  */
static void *
fork_inside (void *unused)
{
  pid_t pid;
#pragma omp critical(contested)
  {
    pid = fork ();
    if (pid == 0)
      {
        alarm (200);
        pid = fork ();
        if (pid == 0)
          alarm (200);
      }
  }
  enter ();
  if (pid == 0)
    _exit (0);
  wait_for (pid);
  return unused;
}

int
main (void)
{
  pthread_t thread;
  pthread_barrier_init (&both, NULL, 2);
  CHECK (pthread_create (&thread, NULL, hold, NULL) == 0);
  pthread_barrier_wait (&both);
  pid_t pid = fork ();
  if (pid == 0)
    {
      in_thread (fork_again);
      enter ();
      in_thread (fork_again);
      _exit (reused ? 0 : 77);
    }
  pthread_barrier_wait (&both);
  pthread_join (thread, NULL);
  int status;
  CHECK (waitpid (pid, &status, 0) == pid);
  CHECK (WIFEXITED (status));
  CHECK (WEXITSTATUS (status) == 0 || WEXITSTATUS (status) == 77);
  pid = fork ();
  if (pid == 0)
    {
      fork_inside (NULL);
      _exit (0);
    }
  wait_for (pid);
  return 0;
}
