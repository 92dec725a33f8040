/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "GCC 12's library remembers no allocations" } */
/* The library remembers the memory of Fortran's allocatables.  A child that was
   forked while other threads changed these records still has them.  */

#include <omp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

extern void GOMP_add_alloc (void *);
extern bool GOMP_is_alloc (void *);

static char blocks[4][1000];
static atomic_int over;

static void
use (char *block)
{
  for (int i = 0; i < 1000; i++)
    GOMP_add_alloc (&block[i]);
  for (int i = 0; i < 1000; i++)
    CHECK (GOMP_is_alloc (&block[i]));
}

static void
fork_often (void)
{
  static char mine;
  GOMP_add_alloc (&mine);
  for (int i = 0; i < 100; i++)
    {
      pid_t child = fork ();
      if (child == 0)
        {
          alarm (200);
          use (blocks[0]);
          _exit (GOMP_is_alloc (&mine) ? 0 : 1);
        }
      int status;
      CHECK (child > 0 && waitpid (child, &status, 0) == child && status == 0);
    }
}

int
main (void)
{
#pragma omp parallel num_threads(4)
  if (omp_get_thread_num () == 0)
    {
      fork_often ();
      over = 1;
    }
  else
    while (!over)
      use (blocks[omp_get_thread_num ()]);
  return 0;
}
