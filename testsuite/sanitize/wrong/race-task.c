/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* A task changes what the thread that made it reads before it waits.  */

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

int
main (void)
{
  int value = 0, seen = 0;
  for (int turn = 0; turn < TURNS; turn++)
    {
      int here = 0;
#pragma omp target map(tofrom : value, seen, here)
#pragma omp parallel num_threads(4)
#pragma omp single
      {
#pragma omp task shared(value, here)
        {
          meet (&here);
          value = 1; /* { dg-report "data race" } */
        }
        meet (&here);
        seen = value; /* { dg-report "data race" } */
#pragma omp taskwait
      }
    }
  return seen == 7;
}
