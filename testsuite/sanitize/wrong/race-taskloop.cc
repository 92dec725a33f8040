/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Tasks of a taskloop change one object by its member function.  */

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

#pragma omp declare target
/* Return after two calls, by two threads, or in the end; this orders
   nothing.  */
static void
meet (int &here)
{
  int n, left = 1000000;
#pragma omp atomic
  here++;
  do
    {
#pragma omp atomic read
      n = here;
    }
  while (n < 2 && left-- > 0);
}
#pragma omp end declare target

struct largest
{
  int value = 0;
  void
  take (int n)
  {
    if (value < n) /* { dg-report "data race" } */
      value = n;   /* { dg-report "data race" } */
  }
};

int
main ()
{
  for (int turn = 0; turn < TURNS; turn++)
    {
      largest all;
      int here = 0;
#pragma omp target map(tofrom : all, here)
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop shared(all, here) num_tasks(10)
      for (int i = 0; i < 100; i++)
        {
          meet (here);
          all.take (i);
        }
    }
  return 0;
}
