/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Mappings and copies of each kind; lines are marked where the test asks for
   them.  */

#include <omp.h>
#include <stdlib.h>
#include <unistd.h>

#define N 100

static int table[N];

static void
scale (double *vector, int n)
{
#pragma omp target map(tofrom: vector[0:n]) /* region */
  for (int i = 0; i < n; i++)
    vector[i] *= 2;
}

int
main (void)
{
  int spare[N] = { 0 }, result = 0;
  double *heap = malloc (N * sizeof *heap), *given = malloc (80);
  for (int i = 0; i < N; i++)
    heap[i] = i;
#pragma omp target enter data map(to: heap[0:N]) /* enter */
#pragma omp target enter data map(alloc: given[0:10])
#pragma omp target data map(to: spare, table) /* data */
  for (int k = 0; k < 3; k++)
    {
      scale (heap, N);
#pragma omp target update from(heap[10:5]) /* update */
#pragma omp target update to(table) /* again */
    }
#pragma omp target data use_device_ptr(given)
  result += given == NULL;
#pragma omp target nowait map(tofrom: result) /* later */
  {
    usleep (200000); /* the host waits */
    result++;
  }
#pragma omp taskwait /* wait */
#pragma omp target exit data map(release: heap[0:N], given[0:10])
  int device = omp_get_default_device (), host = omp_get_initial_device ();
  int *memory = omp_target_alloc (sizeof spare, device); /* alloc */
  omp_target_associate_ptr (table, memory, sizeof table, 0, device);
  omp_target_memcpy (memory, spare, sizeof spare, 0, 0, device, host);
  int n = 40, to = device;
  omp_target_memcpy_async (memory, spare, n, 0, 0, to, host, 0, 0); /* async */
#pragma omp taskwait
  omp_target_disassociate_ptr (table, device);
  omp_target_free (memory, device);
  return result != 1 || heap[10] != 80;
}
