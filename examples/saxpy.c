/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* C, several files: a data region that keeps two vectors on a device while two
   target regions work on them, on every device and on the host.  */

#include <stdlib.h>

#include "saxpy.h"

enum
{
  N = 1000
};

static float x[N], y[N];

static void
run_on (int device)
{
  struct place first, second;
  int device_calls;

  for (int i = 0; i < N; i++)
    {
      x[i] = (float)i;
      y[i] = 1;
    }

#pragma omp target data device(device) map(to : x) map(tofrom : y)
  {
    first = saxpy (device, N, 2, x, y);
    second = saxpy (device, N, 3, x, y);
  }
#pragma omp target device(device) map(from : device_calls)
  device_calls = calls;

  print_place ("saxpy, first call", first);
  print_place ("saxpy, second call", second);
  printf ("  multiply_add calls counted there: %d; on the host so far: %d\n",
          device_calls, calls);

  for (int i = 0; i < N; i++)
    if (y[i] != 5 * (float)i + 1)
      {
        printf ("wrong: y[%d] = %g\n", i, (double)y[i]);
        exit (1);
      }
}

int
main (void)
{
  printf ("C: %d devices\n", omp_get_num_devices ());
  for (int device = 0; device < omp_get_num_devices (); device++)
    run_on (device);
  run_on (omp_get_initial_device ());
  return 0;
}
