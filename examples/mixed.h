/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the library of the mixed example offers; gcc compiles it.  */

#ifndef MIXED_H
#define MIXED_H

#include "where.h"

/* The sum of v[0] to v[n - 1], by a parallel loop.  */
double sum (int n, const double *v);

/* v = factor * v, in a region on DEVICE.  */
struct place scale (int device, int n, double *v, double factor);

#endif
