/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A blocked matrix multiplication and a stencil over all devices, as on the
   nodes of a cluster:

     OFFLOAD_HOSTS=n1*4,n2*4 OMP_NUM_THREADS_DEV=1 ./blocks

   It first uses one device, then two, four and so on, and prints the times.
   Each region is deferred, and one of the next step waits for its data only.

     ./blocks [SIZE [BLOCK [GRID [STEPS]]]]  */

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

/* C += A B, where A and C have ROWS rows of N elements, B has N.  */
static void
multiply (double *c, const double *a, const double *b, int rows, int n)
{
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[(size_t)i * n + j] += a[(size_t)i * n + k] * b[(size_t)k * n + j];
}

/* One step from OLD to NEW, strips of ROWS rows between two of a neighbour.  */
static void
smooth (double *new, const double *old, int rows, int n)
{
#pragma omp parallel for
  for (int i = 1; i <= rows; i++)
    for (int j = 1; j < n - 1; j++)
      {
        const double *p = old + (size_t)i * n + j;
        new[(size_t)i * n + j] = (p[-1] + p[1] + p[-n] + p[n]) / 4;
      }
}
#pragma omp declare target(multiply, smooth)

/* B is on each device already; a block of A goes there, one of C comes back. */
static double
matrices (int devices, int n, int block, double *c, double *a, double *b)
{
  for (int d = 0; d < devices; d++)
    {
#pragma omp target enter data map(to : b [0:n * n]) device(d)
#pragma omp target device(d)
      ;
    }
  double begin = omp_get_wtime ();
  for (int row = 0, i = 0; row < n; row += block, i++)
    {
      int rows = block < n - row ? block : n - row;
      double *part = c + (size_t)row * n, *of = a + (size_t)row * n;
#pragma omp target nowait device(i % devices) map(from                         \
                                                  : part [0:rows * n])         \
    map(to                                                                     \
        : of [0:rows * n])
      {
        for (int j = 0; j < rows * n; j++)
          part[j] = 0;
        multiply (part, of, b, rows, n);
      }
    }
#pragma omp taskwait
  double end = omp_get_wtime ();
  for (int d = 0; d < devices; d++)
    {
#pragma omp target exit data map(delete : b [0:n * n]) device(d)
    }
  return end - begin;
}

/* Each device has a strip of the grid; its outer rows go to its neighbours
   after each step, from node to node.  */
static double
stencil (int devices, int n, int steps, double *grid)
{
  int rows = (n - 2) / devices, host = omp_get_initial_device ();
  size_t row = n * sizeof (double), strip = (rows + 2) * row;
  double *at[devices][2];
  for (int d = 0; d < devices; d++)
    for (int i = 0; i < 2; i++)
      {
        at[d][i] = omp_target_alloc (strip, d);
        omp_target_memcpy (at[d][i], grid, strip, 0, d * rows * row, d, host);
      }
  double begin = omp_get_wtime ();
  for (int step = 0; step < steps; step++)
    {
      for (int d = 0; d < devices; d++)
        {
          double *new = at[d][1 - step % 2], *old = at[d][step % 2];
#pragma omp target nowait device(d) is_device_ptr(new, old)
          smooth (new, old, rows, n);
        }
#pragma omp taskwait
      for (int d = 0; d + 1 < devices; d++)
        {
          double *upper = at[d][1 - step % 2], *lower = at[d + 1][1 - step % 2];
          omp_target_memcpy (lower, upper, row, 0, rows * row, d + 1, d);
          omp_target_memcpy (upper, lower, row, (rows + 1) * row, row, d,
                             d + 1);
        }
    }
  double end = omp_get_wtime ();
  for (int d = 0; d < devices; d++)
    {
      omp_target_memcpy (grid, at[d][steps % 2], rows * row,
                         (d * rows + 1) * row, row, host, d);
      for (int i = 0; i < 2; i++)
        omp_target_free (at[d][i], d);
    }
  return end - begin;
}

static double *
filled (size_t count, double factor)
{
  double *p = malloc (count * sizeof (double));
  for (size_t i = 0; i < count; i++)
    p[i] = (double)(i % 7) * factor;
  return p;
}

static double
sum_of (const double *p, size_t count)
{
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += p[i];
  return sum;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 512;
  int block = argc > 2 ? atoi (argv[2]) : 32;
  int width = argc > 3 ? atoi (argv[3]) : 1026;
  int steps = argc > 4 ? atoi (argv[4]) : 20;
  int all = omp_get_num_devices ();
  size_t count = (size_t)n * n, points = (size_t)width * width;
  double *a = filled (count, 0.5), *b = filled (count, 0.25);
  double *c = filled (count, 0), product = 0, plane = 0, first[2] = { 0, 0 };
  if (all == 0)
    printf ("No devices: set OFFLOAD_HOSTS.\n");
  for (int devices = 1; devices <= all; devices *= 2)
    {
      double *grid = filled (points, 1);
      double t = matrices (devices, n, block, c, a, b);
      double s = stencil (devices, width, steps, grid);
      if (devices == 1)
        {
          product = sum_of (c, count);
          plane = sum_of (grid, points);
          first[0] = t;
          first[1] = s;
        }
      printf ("%d device%s: multiplication %.1f ms (%.2f times as quick), "
              "stencil %.1f ms (%.2f)%s\n",
              devices, devices > 1 ? "s" : "", t * 1e3, first[0] / t, s * 1e3,
              first[1] / s,
              sum_of (c, count) == product && sum_of (grid, points) == plane
                  ? ""
                  : ", wrong");
      free (grid);
    }
  free (a);
  free (b);
  free (c);
  return 0;
}
