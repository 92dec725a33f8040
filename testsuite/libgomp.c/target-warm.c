/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-require-effective-target offload_device } */
/* { dg-skip-stock "allocates for every construct" } */
/* A warm target construct allocates no memory on the host, neither with present
   data nor with new data, up to the size that the library keeps for reuse.  */

#include "allocations.h"
#include "target-check.h"

#define COUNT 200
#define N 128

static double a[N], b[N], c[N], d[N], e[N], f[N], g[N], h[N];

static void
add_arrays (int by)
{
#pragma omp target map(tofrom: a, b, c, d, e, f, g, h) firstprivate(by)
  a[0] += b[1] + c[2] + d[3] + e[4] + f[5] + g[6] + h[7] + by;
}

static void
empty (void)
{
#pragma omp target
  {
  }
}

static void
scalar (void)
{
  int value = 1;
#pragma omp target map(tofrom: value)
  value++;
  CHECK (value == 2);
}

static void
new_arrays (void)
{
  add_arrays (1);
}

static void
update (void)
{
#pragma omp target update to(a, b[0:10]) from(c)
}

static void
enter_exit (void)
{
  static double own[N];
#pragma omp target enter data map(to: own)
#pragma omp target exit data map(from: own)
}

static void
private_array (void)
{
  int own[100] = { 1 };
#pragma omp target firstprivate(own)
  own[3]++;
}

/* What CONSTRUCT allocates, when it is warm.  */
static void
try (const char *name, void construct (void), int threads)
{
  for (int warm = 0; warm < 2; warm++)
    {
      allocations = 0;
      counting = warm;
#pragma omp parallel num_threads(threads)
      for (int i = 0; i < COUNT; i++)
        construct ();
      counting = 0;
    }
  printf ("%s, %d threads: %ld allocations in %d times\n", name, threads,
          allocations, COUNT);
  /* Threads side by side may need more at a time than before.  */
  CHECK (allocations <= (threads > 1 ? COUNT / 20 : 0));
}

int
main (void)
{
  for (int threads = 1; threads <= 4; threads += 3)
    {
      try ("empty", empty, threads);
      try ("scalar", scalar, threads);
      try ("private", private_array, threads);
      try ("enter and exit", enter_exit, threads);
      try ("new arrays", new_arrays, threads);
#pragma omp target data map(tofrom: a, b, c, d, e, f, g, h)
      {
        try ("present arrays", new_arrays, threads);
        try ("update", update, threads);
      }
    }
  return 0;
}
