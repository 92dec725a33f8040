/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Two names of critical are two locks.  */

#include <omp.h>

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

int
main (void)
{
  int sum = 0;
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target map(tofrom : sum)
#pragma omp parallel num_threads(4)
    if (omp_get_thread_num () % 2 == 0)
      {
#pragma omp critical(even)
        sum++; /* { dg-report "data race" } */
      }
    else
      {
#pragma omp critical(odd)
        sum++; /* { dg-report "data race" } */
      }
  return sum == 0;
}
