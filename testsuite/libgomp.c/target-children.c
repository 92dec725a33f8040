/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* The process of a device is not among the children that a program waits for,
   and no signal announces its end.  */

#include "target-check.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t signals;

static void
count_signal (int number)
{
  (void)number;
  signals++;
}

static int
count_on_device (int value)
{
#pragma omp target map(tofrom : value)
  value++;
  return value;
}

static void
wait_for_own_children (void)
{
  int status, count = 0;
  pid_t own = fork ();
  if (own == 0)
    _exit (3);
  for (pid_t pid; (pid = wait (&status)) > 0; count++)
    CHECK (pid == own && WIFEXITED (status) && WEXITSTATUS (status) == 3);
  CHECK (count == 1 && errno == ECHILD);
  CHECK (waitpid (-1, &status, WNOHANG) < 0 && errno == ECHILD);
  CHECK (signals == 1);
}

int
main (void)
{
  struct sigaction action = { .sa_handler = count_signal,
                              .sa_flags = SA_RESTART };
  CHECK (sigaction (SIGCHLD, &action, NULL) == 0);
  CHECK (count_on_device (1) == 2);
  CHECK (signals == 0);
  wait_for_own_children ();
  CHECK (count_on_device (2) == 3);
  signal (SIGCHLD, SIG_IGN);
  CHECK (count_on_device (3) == 4);
  return 0;
}
