/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* A member is changed atomically by some threads, and plainly by one.  */

#include <omp.h>

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

struct counter
{
  long value = 0;
  void
  add ()
  {
#pragma omp atomic /* { dg-report "data race" } */
    value++;
  }
  void
  clear ()
  {
    value = 0; /* { dg-report "data race" } */
  }
};

int
main ()
{
  counter c;
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target map(tofrom : c)
#pragma omp parallel num_threads(4)
    if (omp_get_thread_num () == 1)
      c.clear ();
    else
      c.add ();
  return c.value == 77;
}
