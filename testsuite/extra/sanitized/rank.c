/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Each process of an MPI program adds the elements of an array in a region; the
   one whose rank is the second argument makes the mistake that the first one
   names.  */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1000
#define TURNS 20

static int
sum_of (const int *a)
{
  int sum = 0;
#pragma omp target teams distribute parallel for num_teams(4)                  \
    map(to : a[0 : N]) map(tofrom : sum) reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += a[i];
  return sum;
}

/* Without a reduction.  */
static int
racy_sum_of (const int *a)
{
  int sum = 0;
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target teams distribute parallel for num_teams(4)                  \
    map(to : a[0 : N]) map(tofrom : sum)
    for (int i = 0; i < N; i++)
      sum += a[i]; /* race */
  return sum;
}

/* One element more than is mapped.  */
static int
long_sum_of (const int *a, int n)
{
  int sum = 0;
#pragma omp target map(to : a[0 : N]) map(tofrom : sum)
  for (int i = 0; i <= n; i++)
    sum += a[i]; /* overrun */
  return sum;
}

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  int rank, all = 0, *a = calloc (N + 1, sizeof (int));
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  for (int i = 0; i < N; i++)
    a[i] = i;
  int sum = sum_of (a);
  MPI_Allreduce (&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (argc == 3 && atoi (argv[2]) == rank)
    {
      if (strcmp (argv[1], "race") == 0)
        sum = racy_sum_of (a);
      else
        sum = long_sum_of (a, N);
    }
  printf ("rank %d: %s\n", rank,
          all % sum == 0 && all / sum > 1 ? "right" : "wrong");
  free (a);
  MPI_Finalize ();
  return 0;
}
