/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Tasks of a taskloop write one element that the iterations share.  */

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

#pragma omp declare target
/* Return after two calls, by two threads, or in the end; this orders
   nothing.  */
static void
meet (int *here)
{
  int n, left = 1000000;
#pragma omp atomic
  ++*here;
  do
    {
#pragma omp atomic read
      n = *here;
    }
  while (n < 2 && left-- > 0);
}
#pragma omp end declare target

#define N 100

int
main (void)
{
  int a[N] = { 0 };
  for (int turn = 0; turn < TURNS; turn++)
    {
      int here = 0;
#pragma omp target map(tofrom : a, here)
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop shared(a, here) num_tasks(10)
      for (int i = 0; i < N; i++)
        {
          meet (&here);
          a[i / N] = i; /* { dg-report "data race" } */
        }
    }
  return a[0] == -1;
}
