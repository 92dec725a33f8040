/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* A thread reads the result of its own kind of reduction before the others have
   added to it.  */

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

#pragma omp declare target
struct total
{
  long value = 0;
  void
  add (const total &other)
  {
    value += other.value; /* { dg-report "data race" } */
  }
};
#pragma omp end declare target
#pragma omp declare reduction(add : total : omp_out.add (omp_in))

int
main ()
{
  total sum;
  long read = 0;
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target map(tofrom : sum, read)
#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(add : sum) nowait
      for (int i = 0; i < 1000; i++)
        sum.value += i;
#pragma omp single
      read = sum.value; /* { dg-report "data race" } */
    }
  return read == -1;
}
