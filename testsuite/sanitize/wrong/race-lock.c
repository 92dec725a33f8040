/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Only one of two accesses takes the lock.  */

#include <omp.h>

int
main (void)
{
  int sum = 0;
#pragma omp target map(tofrom : sum)
  {
    omp_lock_t lock;
    omp_init_lock (&lock);
#pragma omp parallel num_threads(4)
    {
      omp_set_lock (&lock);
      sum++; /* { dg-report "data race" } */
      omp_unset_lock (&lock);
#pragma omp master
      sum += 10; /* { dg-report "data race" } */
    }
    omp_destroy_lock (&lock);
  }
  return sum == 0;
}
