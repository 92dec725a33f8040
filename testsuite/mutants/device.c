/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Uses each thing that the offloading part does; see host.c.  */

#include <omp.h>
#include <stdlib.h>

#define N 1000

static int data[200][N];
static int results[40];

struct list
{
  int *at;
  int count;
};

static void
maps (void)
{
  for (int i = 0; i < 200; i++)
    {
#pragma omp target enter data map(to : data[i])
    }
  for (int i = 0; i < 200; i += 3)
#pragma omp target map(tofrom : data[i])
    data[i][3]++;
  for (int i = 0; i < 200; i++)
    {
#pragma omp target exit data map(from : data[i])
    }
}

static void
pointers (void)
{
  struct list l = { malloc (N * sizeof (int)), N };
#pragma omp target data map(to : l, l.at[:N])
  {
#pragma omp target map(tofrom : l.at[:N])
    l.at[1] = l.count;
#pragma omp target update from(l.at [1:1])
  }
  free (l.at);
}

static void
deferred (void)
{
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int i = 0; i < 40; i++)
#pragma omp target map(tofrom : results[i]) nowait
    results[i]++;
}

static void
much (void)
{
  size_t size = (size_t)64 << 20;
  char *big = calloc (size, 1);
#pragma omp target map(tofrom : big[:size])
  big[size - 1]++;
  free (big);
}

int
main (void)
{
  maps ();
  much ();
  pointers ();
  deferred ();
  for (int i = 1; i < 100; i++)
    {
      void *p = omp_target_alloc ((size_t)i * 700, 0);
      void *q = omp_target_alloc ((size_t)i * 7, 0);
      omp_target_free (p, 0);
      omp_target_free (q, 0);
    }
  return 0;
}
