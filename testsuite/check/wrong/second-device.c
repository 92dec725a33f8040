/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An update of the first device's copy does not renew the second one's.  */

/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" } */

int
main (void)
{
  int a[10] = { 0 }, sum = 0;
#pragma omp target enter data map(to : a) device(0)
#pragma omp target enter data map(to : a) device(1)
  a[1] = 1;
#pragma omp target update to(a) device(0)
#pragma omp target map(tofrom : sum) device(0)
  for (int i = 0; i < 10; i++)
    sum += a[i];
#pragma omp target map(tofrom : sum) device(1)
  for (int i = 0; i < 10; i++)
    sum += a[i]; /* { dg-check stale } */
#pragma omp target exit data map(release : a) device(0)
#pragma omp target exit data map(release : a) device(1)
  return 0;
}
