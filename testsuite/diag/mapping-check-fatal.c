/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Data that are mapped when the library ends the program with an error are not
   reported as never unmapped.  */

/* { dg-require-effective-target offload_device } */
/* { dg-set-target-env-var OFFLOAD_EMUL_CHECK "all" } */
/* { dg-additional-options -DOFFLOAD_EMUL_CHECK } */
/* { dg-output "use_device_ptr pointer wasn't mapped" } */
/* { dg-not-output "leak" } */
/* { dg-exit-status 1 } */

#include <stdlib.h>

int
main (void)
{
  /* Y is not just behind X, where it could be X's section without elements.  */
  float *x = calloc (16, sizeof (float)), *y = calloc (160, sizeof (float));
#pragma omp target data map(tofrom : x[0 : 16]) use_device_ptr(y)
#pragma omp target
  x[1] = 1;
  free (x);
  free (y);
  return 0;
}
