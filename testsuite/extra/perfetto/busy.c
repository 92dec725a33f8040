/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* busy WAY: do everything that a trace can show, and end in that WAY.  */

#include <omp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define N 10000

static double a[N], b[N];

static void
step (double *to, const double *from)
{
#pragma omp target map(to : from [0:N]) map(from : to [0:N])
  for (int i = 0; i < N; i++)
    to[i] = from[i] + 1;
}

/* A nowait region, a region and transfers by each of 8 threads, with waits in
   all places.  */
static void
work_in_threads (void)
{
  int device = omp_get_default_device (), host = omp_get_initial_device ();
#pragma omp parallel num_threads(8)
  {
    double *memory = omp_target_alloc (sizeof a, device);
    for (int k = 0; k < 100; k++)
      {
        double x = k;
#pragma omp target nowait map(tofrom : x)
        x += 1;
#pragma omp target firstprivate(k)
        for (volatile int i = 0; i < 10 * k; i++)
          ;
#pragma omp taskwait
        omp_target_memcpy (memory, a, sizeof a, 0, 0, device, host);
      }
    omp_target_free (memory, device);
#pragma omp for
    for (int i = 0; i < 8; i++)
      {
#pragma omp target nowait
        usleep (1000);
      }
#pragma omp taskgroup
    {
#pragma omp target nowait
      usleep (1000);
    }
  }
}

/* More launches at once than a device has processors.  */
static void
work_at_once (void)
{
  for (int i = 0; i < 300; i++)
    {
#pragma omp target nowait depend(out : a[i % 200])
      usleep (1000);
    }
#pragma omp taskwait
}

static void
work (void)
{
#pragma omp target data map(tofrom : a) map(alloc : b)
  {
    step (b, a);
#pragma omp target update from(b)
    step (a, b);
  }
  for (int d = 0; d < omp_get_num_devices (); d++)
    {
#pragma omp target enter data map(to : a) device(d)
#pragma omp target device(d) map(a)
      a[0]++;
#pragma omp target exit data map(from : a) device(d)
    }
#pragma omp target if (0)
  a[0]++;
  work_in_threads ();
  work_at_once ();
}

int
main (int argc, char **argv)
{
  const char *way = argc > 1 ? argv[1] : "return";
  int *null = NULL;
  work ();
  if (strcmp (way, "exit") == 0)
    {
#pragma omp target nowait
      sleep (30);
#pragma omp target if (0)
      exit (0);
    }
  if (strcmp (way, "fault") == 0)
    {
#pragma omp target firstprivate(null)
      *null = 1;
    }
  if (strcmp (way, "abort") == 0)
    abort ();
  if (strcmp (way, "terminate") == 0)
    raise (SIGTERM);
  if (strcmp (way, "kill") == 0)
    {
      usleep (400000);
      work ();
      raise (SIGKILL);
    }
  return 0;
}
