/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A function for host and device, and the region that calls it.  */

#include "saxpy.h"

int calls;

float
multiply_add (float a, float x, float y)
{
#pragma omp atomic
  calls++;
  return a * x + y;
}

struct place
saxpy (int device, int n, float a, const float *x, float *y)
{
  struct place place;
#pragma omp target device(device) map(to                                       \
                                      : x [0:n]) map(tofrom                    \
                                                     : y [0:n]) map(from       \
                                                                    : place)
  {
    place = where_am_i ();
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] = multiply_add (a, x[i], y[i]);
  }
  return place;
}
