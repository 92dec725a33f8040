/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Two sections use the same member of an object.  */

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

struct counter
{
  int value = 0, here = 0;
  void
  add (int n)
  {
    meet (here);
    value += n; /* { dg-report "data race" } */
  }
};

int
main ()
{
  counter c;
#pragma omp target map(tofrom : c)
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    c.add (1);
#pragma omp section
    c.add (2);
  }
  return c.value == 0;
}
