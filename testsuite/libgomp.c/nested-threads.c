/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "inner teams get new threads in each region" } */
/* Inner teams keep their threads: 10^4 inner regions of 8 threads, started by
   the 8 threads of an outer one, are run by the same 64 threads.  */

#include <omp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"

#define SIZE 8
#define REGIONS 10000

/* The threads that each pair of numbers has had.  */
static long thread_of[SIZE][SIZE];

static void
visit (int first)
{
  int outer = omp_get_ancestor_thread_num (1);
  long *mine = &thread_of[outer][omp_get_thread_num ()];
  CHECK (omp_get_num_threads () == SIZE);
  if (first)
    *mine = syscall (SYS_gettid);
  CHECK (*mine == syscall (SYS_gettid));
}

int
main (void)
{
  omp_set_dynamic (0);
  omp_set_max_active_levels (2);
  for (int i = 0; i < REGIONS / SIZE; i++)
#pragma omp parallel num_threads(SIZE)
#pragma omp parallel num_threads(SIZE)
    visit (i == 0);

  for (int i = 0; i < SIZE * SIZE; i++)
    for (int j = 0; j < i; j++)
      CHECK (thread_of[i / SIZE][i % SIZE] != thread_of[j / SIZE][j % SIZE]);
  return 0;
}
