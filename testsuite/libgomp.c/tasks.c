/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Explicit tasks: recursion with taskwait, firstprivate data, if(0), final,
   untied, more tasks than any queue holds.  */

#include <omp.h>

#include "check.h"

struct big
{
  int values[100];
};

static int
fib (int n)
{
  int a, b;

  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fib (n - 1);
#pragma omp task shared(b) untied
  b = fib (n - 2);
#pragma omp taskwait
  return a + b;
}

static void
many (int n, long *sum)
{
  struct big data;

  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < 100; j++)
        data.values[j] = i;
#pragma omp task firstprivate(data)
      {
        for (int j = 1; j < 100; j++)
          CHECK (data.values[j] == data.values[0]);
#pragma omp atomic
        *sum += data.values[0];
      }
    }
}

static void
undeferred (void)
{
  int me = omp_get_thread_num (), done = 0;

#pragma omp task if (me < 0) shared(done)
  {
    CHECK (omp_get_thread_num () == me);
    done = 1;
  }
  CHECK (done);
#pragma omp task final(me >= 0) shared(done)
  {
    int inner = 0;
    CHECK (omp_in_final ());
#pragma omp task shared(inner)
    inner = omp_in_final ();
    CHECK (inner);
    done = 2;
  }
#pragma omp taskwait
  CHECK (done == 2);
}

int
main (void)
{
  int result = 0;
  long sum = 0, each = 0;

#pragma omp parallel
  {
#pragma omp single nowait
    result = fib (15);
    undeferred ();
#pragma omp single
    many (5000, &sum);
    for (int i = 0; i < 100; i++)
#pragma omp task
#pragma omp atomic
      each++;
#pragma omp barrier
    CHECK (each == 100L * omp_get_num_threads ());
  }
  CHECK (result == 610 && sum == 4999L * 5000 / 2);

  CHECK (fib (10) == 55);
  return 0;
}
