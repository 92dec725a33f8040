/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A region reads through a device pointer whose mapping has ended.  */
/* { dg-output "byte 20 of what was the copy of a, 400 bytes at" } */
/* { dg-output "it was unmapped by target exit data" } */

int
main (void)
{
  int a[100] = { 0 }, sum = 0;
  int *p = a;
#pragma omp target enter data map(to : a)
#pragma omp target data use_device_addr(a)
  p = a;
#pragma omp target exit data map(delete : a)
#pragma omp target map(from : sum) is_device_ptr(p)
  sum = p[5]; /* { dg-report "heap-use-after-free" } */
  return sum;
}
