/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "a team that shrinks ends its surplus threads" } */
/* A thread keeps its number in teams of changing sizes: over 10^4 regions of 2
   and 4 threads, and now and then 8, number N is always the same thread, with
   its threadprivate variables.  */

#include <omp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"

#define MOST 8

static long thread_of[MOST];
static int visits;
#pragma omp threadprivate(visits)

static void
visit (int size)
{
  CHECK (omp_get_num_threads () == size);
  CHECK (syscall (SYS_gettid) == thread_of[omp_get_thread_num ()]);
  visits++;
}

int
main (void)
{
  int total = 0;
  int expected = 0;

  omp_set_dynamic (0);
#pragma omp parallel num_threads(MOST)
  thread_of[omp_get_thread_num ()] = syscall (SYS_gettid);

  for (int i = 0; i < 10000; i++)
    {
      int size = i % 1000 == 999 ? MOST : i % 2 != 0 ? 2 : 4;
      expected += size;
#pragma omp parallel num_threads(size)
      visit (size);
    }

#pragma omp parallel num_threads(MOST) reduction(+ : total)
  total += visits;
  CHECK (total == expected);
  return 0;
}
