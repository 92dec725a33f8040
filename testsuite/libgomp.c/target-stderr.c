/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* In a region, stdout and stderr are the device's own streams.  */
/* { dg-do run } */
/* { dg-output "stderr 1.*stdout 2" } */

#include <stdio.h>

int
main (void)
{
#pragma omp target
  fprintf (stderr, "stderr %d\n", 1);
#pragma omp target
  {
    fprintf (stdout, "stdout %d\n", 2);
    fflush (stdout);
  }
  return 0;
}
