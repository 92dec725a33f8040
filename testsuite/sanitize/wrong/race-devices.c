/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -flto -fsanitize=thread" } */
/* { dg-set-target-env-var OFFLOAD_EMUL_NUM 2 } */
/* { dg-set-target-env-var OMP_NUM_THREADS 8 } */
/* { dg-output "of device 1 .x86emul. .*of the copy of sum, 4 bytes" } */
/* Four teams of eight threads add to one variable, on the second device of a
   program that is optimised as a whole.  */

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

int
main (void)
{
  int sum = 0;
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target teams num_teams(4) device(1) map(tofrom : sum)
#pragma omp parallel
    sum++; /* { dg-report "data race" } */
  return sum == 0;
}
