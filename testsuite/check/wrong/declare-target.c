/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A declare target variable is changed on the host only.  */

#pragma omp declare target
int factor = 1;
#pragma omp end declare target

int
main (int argc, char **argv)
{
  int a[4] = { 1, 2, 3, 4 };
  (void)argv;
  factor = argc + 1;
#pragma omp target map(tofrom : a)
  for (int i = 0; i < 4; i++)
    a[i] *= factor; /* { dg-check stale } */
  return a[0] != 1;
}
