/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Two tasks of a region write without a dependence between them, and one is not
   waited for.  */

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

int
main ()
{
  int value[2] = {};
  for (int turn = 0; turn < TURNS; turn++)
    {
      int here = 0, ran = 0;
#pragma omp target map(tofrom : value, here, ran)
#pragma omp parallel num_threads(4)
#pragma omp single
      {
#pragma omp task shared(value, here) depend(out : value[0])
        {
          meet (here);
          value[0]++; /* { dg-report "data race" } */
        }
#pragma omp task shared(value, here) depend(out : value[1])
        {
          meet (here);
          value[0]++; /* { dg-report "data race" } */
        }
#pragma omp taskwait
#pragma omp task shared(value, ran)
        {
#pragma omp task shared(value, ran)
          {
            value[1] = 2; /* { dg-report "data race" } */
#pragma omp atomic write
            ran = 1;
          }
        }
#pragma omp taskwait
        for (int n = 0; n == 0;)
          {
#pragma omp atomic read
            n = ran;
          }
        value[1]++; /* { dg-report "data race" } */
      }
    }
  return value[0] == 7;
}
