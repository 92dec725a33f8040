/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-require-effective-target offload_device } */
/* { dg-set-target-env-var OFFLOAD_EMUL_CHECK "1,status=7" } */
/* { dg-exit-status 7 } */
/* { dg-output "warning: mapping check: the device code was built without calls of the checker" } */
/* { dg-output "hint: compile with -DOFFLOAD_EMUL_CHECK" } */
/* { dg-output "still mapped at the end of the program: global .leak.\n  global, 40 bytes" } */
/* A program was built without the checker's option: the checker reports that,
   and finds what it can.  */

int global[10];

int
main (void)
{
#pragma omp target enter data map(to: global)
#pragma omp target
  global[1] = 1;
  return 0;
}
