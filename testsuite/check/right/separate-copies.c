/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A variable that is mapped as alloc has other uses on both sides.  */

int
main (void)
{
  int tmp[8], bad = 0;
#pragma omp target data map(alloc : tmp)
  for (int k = 0; k < 3; k++)
    {
#pragma omp target
      for (int i = 0; i < 8; i++)
        tmp[i] = i + k;
      for (int i = 0; i < 8; i++)
        tmp[i] = 100;
#pragma omp target map(tofrom : bad)
      for (int i = 0; i < 8; i++)
        bad |= tmp[i] != i + k;
      for (int i = 0; i < 8; i++)
        bad |= tmp[i] != 100;
    }
  return bad;
}
