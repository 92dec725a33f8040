/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-require-effective-target offload_device } */
/* { dg-set-target-env-var OFFLOAD_EMUL_SHARED "1" } */
/* { dg-skip-stock "its devices are the host" } */
/* { dg-shouldfail "" } */
/* { dg-output "libgomp: a device cannot share the variable 'counter', which is in code that does not require shared memory\n" } */
/* { dg-output "  hint: compile with `#pragma omp requires unified_shared_memory'\n" } */
/* { dg-output "  while loading the device image of 'program' .clang." } */
/* Clang's code without the requirement has a variable of its own in the image:
   a device that shares memory would see another value than the host.  */

#pragma omp begin declare target
int counter = 1;
#pragma omp end declare target

int
main (void)
{
#pragma omp target
  counter++;
  return counter == 2;
}
