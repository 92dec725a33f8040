/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A fault in a region names the region, its source line and the cause, as with
   gcc's code.  */
/* { dg-do run } */
/* { dg-additional-options "-g" } */
/* { dg-require-effective-target offload_device } */
/* { dg-output "in main\n" } */
/* { dg-output "libgomp: target region 'main' \\(fault.c:26\\) on device 0" } */
/* { dg-output " \\(x86emul\\): segmentation fault: read of address 0x" } */
/* { dg-output "\[0-9a-f\]+ at pc __omp_offloading_\[^ \]*_main_l26" } */
/* { dg-output "\\+0x\[0-9a-f\]+\n" } */
/* { dg-output "a host address" } */
/* { dg-exit-status 1 } */

#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  int *p = malloc (100 * sizeof (*p)), x = 0;
  puts ("in main");
  fflush (stdout);
  p[3] = 1;
  unsigned long address = (unsigned long)p;
#pragma omp target map(tofrom : x)
  x = ((int *)address)[3];
  return x;
}
