/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Two member functions change one object under two names of critical.  */

#include <omp.h>

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

struct account
{
  int value = 0;
  void
  pay ()
  {
#pragma omp critical(pay)
    value++; /* { dg-report "data race" } */
  }
  void
  take ()
  {
#pragma omp critical(take)
    value--; /* { dg-report "data race" } */
  }
};

int
main ()
{
  account a;
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target map(tofrom : a)
#pragma omp parallel num_threads(4)
    if (omp_get_thread_num () % 2 == 0)
      a.pay ();
    else
      a.take ();
  return a.value == 77;
}
