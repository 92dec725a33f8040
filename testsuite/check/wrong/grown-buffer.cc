/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A buffer grows while the old one is mapped.  */

int
main ()
{
  int *q = new int[16](), n = 16;
#pragma omp target enter data map(to : q[0 : n])
  int *larger = new int[32]();
  for (int i = 0; i < n; i++)
    larger[i] = q[i];
  delete[] q; /* { dg-check leak } */
  q = larger;
#pragma omp target map(tofrom : q[0 : 32])
  for (int i = 0; i < 32; i++)
    q[i]++;
  int bad = q[20] != 1;
  delete[] larger;
  return bad;
}
