/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* The threads do not wait for the one that initialises.  */

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

int
main (void)
{
  int a = 0, b[4] = { 0 };
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target map(tofrom : a, b)
#pragma omp parallel num_threads(4)
    {
#pragma omp single nowait
      a = 1; /* { dg-report "data race" } */
#pragma omp for
      for (int i = 0; i < 4; i++)
        b[i] = a; /* { dg-report "data race" } */
    }
  return a != 1;
}
