/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "the stock runtime hangs after fork" } */
/* A child process can run regions after its parent did, and the parent goes
   on undisturbed.  */

#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static int
sum_to (int n)
{
  int sum = 0;

#pragma omp parallel for num_threads(4) reduction(+ : sum)
  for (int i = 1; i <= n; i++)
    sum += i;
  return sum;
}

int
main (void)
{
  CHECK (sum_to (100) == 5050);
  for (int round = 0; round < 10; round++)
    {
      pid_t pid = fork ();
      CHECK (pid >= 0);
      if (pid == 0)
        _exit (sum_to (10) == 55 ? 0 : 1);
      int status;
      CHECK (sum_to (100) == 5050);
      CHECK (waitpid (pid, &status, 0) == pid);
      CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 0);
    }
  return 0;
}
