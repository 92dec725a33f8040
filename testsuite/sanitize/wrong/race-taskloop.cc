/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Tasks of a taskloop change one object by its member function.  */

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
  return all.value == -1;
}
