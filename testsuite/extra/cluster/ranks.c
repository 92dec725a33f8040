/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Each process of an MPI program adds the elements of an array on each of its
   devices, between calls of MPI; prints how many there are of both.
   With an argument the region of the last process faults.  */

#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000

static int
sum_of (const int *a, int device)
{
  int sum = 0;
#pragma omp target teams distribute parallel for device(device) num_teams(2)   \
    map(to : a[0 : N]) map(tofrom : sum) reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += a[i];
  return sum;
}

int
main (int argc, char **argv)
{
  int provided;
  MPI_Init_thread (&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  int rank, size, mine[2] = { omp_get_num_devices (), 0 }, all[2] = { 0, 0 };
  int *a = malloc (N * sizeof (int));
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  for (int i = 0; i < N; i++)
    a[i] = i + rank;
  for (int device = 0; device < mine[0]; device++)
    mine[1] += sum_of (a, device) != N * (N - 1) / 2 + N * rank;
  if (argc > 1 && rank == size - 1)
    {
#pragma omp target is_device_ptr(a) device(0)
      *(volatile int *)a = 1;
    }
  MPI_Reduce (mine, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf ("%d processes, %d devices, %d wrong\n", size, all[0], all[1]);
  free (a);
  MPI_Finalize ();
  return 0;
}
