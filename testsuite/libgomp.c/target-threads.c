/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Eight host threads use one device at once: regions, private mappings, and
   shared ones.  */

#include <string.h>

#include "target-check.h"

#define THREADS 8
#define ROUNDS 200
#define N 50

static int shared[N];

static void
own_data (void)
{
#pragma omp parallel num_threads(THREADS)
  {
    int me = omp_get_thread_num (), mine[N];

    for (int round = 0; round < ROUNDS; round++)
      {
        for (int i = 0; i < N; i++)
          mine[i] = me + i;
#pragma omp target map(tofrom: mine)
        for (int i = 0; i < N; i++)
          mine[i] *= 2;
        for (int i = 0; i < N; i++)
          CHECK (mine[i] == 2 * (me + i));
      }
  }
}

static void
shared_reference_count (void)
{
#pragma omp parallel num_threads(THREADS)
  for (int round = 0; round < ROUNDS; round++)
    {
#pragma omp target enter data map(to: shared)
      CHECK (omp_target_is_present (shared, omp_get_default_device ()));
#pragma omp target map(alloc: shared)
#pragma omp atomic
      shared[round % N]++;
#pragma omp target exit data map(release: shared)
    }
}

static void
blocks_come_and_go (void)
{
#pragma omp parallel num_threads(THREADS)
  {
    unsigned seed = 17u + (unsigned)omp_get_thread_num ();

    for (int round = 0; round < ROUNDS; round++)
      {
        size_t size = 1 + (seed = seed * 1103515245u + 12345u) % 5000;
        char *block = malloc (size);

        memset (block, round, size);
#pragma omp target enter data map(to: block[0:size])
#pragma omp target map(alloc: block[0:size])
        block[size - 1]++;
#pragma omp target update from(block[size - 1:1])
        CHECK (block[size - 1] == (char)(round + 1));
#pragma omp target exit data map(delete: block[0:size])
        free (block);
      }
  }
}

int
main (void)
{
  own_data ();
  shared_reference_count ();
  CHECK (!memory_is_separate (omp_get_default_device ())
         || !omp_target_is_present (shared, omp_get_default_device ()));
  blocks_come_and_go ();
  return 0;
}
