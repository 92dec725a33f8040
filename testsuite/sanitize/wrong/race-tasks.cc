/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Two tasks of a region write without a dependence between them, and one is not
   waited for.  */

#pragma omp declare target
/* Return after two calls, by two threads; this orders nothing.  */
static void
meet (int &here)
{
  int n;
#pragma omp atomic
  here++;
  do
    {
#pragma omp atomic read
      n = here;
    }
  while (n < 2);
}
#pragma omp end declare target

int
main ()
{
  int value[2] = {}, first = 0, second = 0;
#pragma omp target map(tofrom : value, first, second)
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp task shared(value, first) depend(out : value[0])
    {
      meet (first);
      value[0]++; /* { dg-report "data race" } */
    }
#pragma omp task shared(value, first) depend(out : value[1])
    {
      meet (first);
      value[0]++; /* { dg-report "data race" } */
    }
#pragma omp taskwait
#pragma omp task shared(value, second)
    {
#pragma omp task shared(value, second)
      {
        meet (second);
        value[1] = 2; /* { dg-report "data race" } */
      }
    }
#pragma omp taskwait
    meet (second);
    value[1]++; /* { dg-report "data race" } */
  }
  return value[0] == 7;
}
