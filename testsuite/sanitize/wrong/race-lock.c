/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Three threads take the lock, the fourth does not.  */

#include <omp.h>

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

int
main (void)
{
  int sum = 0;
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target map(tofrom : sum)
    {
      omp_lock_t lock;
      omp_init_lock (&lock);
#pragma omp parallel num_threads(4)
      {
        if (omp_get_thread_num () == 0)
          sum += 10; /* { dg-report "data race" } */
        else
          {
            omp_set_lock (&lock);
            sum++; /* { dg-report "data race" } */
            omp_unset_lock (&lock);
          }
      }
      omp_destroy_lock (&lock);
    }
  return sum == 0;
}
