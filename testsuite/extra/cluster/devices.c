/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Prints the number of devices and the sum of those by which regions say that
   they run.  */

#include <omp.h>
#include <stdio.h>

int
main (void)
{
  int n = omp_get_num_devices (), sum = 0;
  for (int device = 0; device < n || device == 0; device++)
    {
#pragma omp target device(device) map(tofrom : sum)
      sum += omp_get_device_num ();
    }
  printf ("%d devices, %d\n", n, sum);
  return 0;
}
