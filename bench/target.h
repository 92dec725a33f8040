/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by the programs with target regions: a figure for a region that ran on
   the host would be worthless, so they refuse to print one.  */

#ifndef OFFGOMP_BENCH_TARGET_H
#define OFFGOMP_BENCH_TARGET_H

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static inline void
bench_require_device (void)
{
  int on_host = 1;

#pragma omp target map(from: on_host)
  on_host = omp_is_initial_device ();
  if (on_host)
    {
      fprintf (stderr, "target regions run on the host: nothing to measure\n");
      exit (2);
    }
}

#endif
