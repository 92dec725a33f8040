/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A region that calls a function by the address that it has on the host.  */
/* { dg-do run } */
/* { dg-require-effective-target offload_device } */
/* { dg-output "target region .main. .* segmentation fault: jump to " } */
/* { dg-output "the host.s function twice|0x0 is the null pointer" } */
/* { dg-exit-status 1 } */

#pragma omp declare target
static int
twice (int n)
{
  return 2 * n;
}
#pragma omp end declare target

int
main (void)
{
  int (*volatile f) (int) = twice, (*g) (int) = f, n = 0;
#pragma omp target map(from : n)
  n = g (4);
  return n;
}
