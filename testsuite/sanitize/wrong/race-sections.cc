/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Two sections use the same member of an object.  */

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
  for (int turn = 0; turn < TURNS; turn++)
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
    }
  return 0;
}
