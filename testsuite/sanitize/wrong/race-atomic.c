/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* One thread reads by an ordinary access what others change atomically.  */

#include <omp.h>

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

int count;
#pragma omp declare target(count)

int
main (void)
{
  int seen = 0;
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target map(tofrom : seen)
#pragma omp parallel num_threads(4)
    {
#pragma omp atomic /* { dg-report "data race" } */
      count++;
      if (omp_get_thread_num () == 1)
        seen = count; /* { dg-report "data race" } */
    }
  return seen < 0;
}
