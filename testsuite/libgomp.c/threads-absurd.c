/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A team that is too large for any memory ends the program at once.  */
/* { dg-do run } */
/* { dg-output "Out of memory allocating \[0-9\]+ bytes" } */
/* { dg-exit-status 1 } */

int
main (void)
{
  volatile int n = -1;
#pragma omp parallel num_threads(n)
  n = 1;
  return 0;
}
