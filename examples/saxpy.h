/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The kernels of the saxpy example, which are in a file of their own.  */

#ifndef SAXPY_H
#define SAXPY_H

#include "where.h"

/* How often multiply_add was called on each side: one variable, and one copy
   of it on every device.  */
extern int calls;
float multiply_add (float a, float x, float y);
#pragma omp declare target(calls, multiply_add)

/* y = a * x + y, for vectors that are already on DEVICE.  */
struct place saxpy (int device, int n, float a, const float *x, float *y);

#endif
