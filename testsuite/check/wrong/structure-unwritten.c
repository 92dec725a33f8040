/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A member of a structure on the device never gets a value.  */

struct s
{
  int a, b;
};

int
main (void)
{
  struct s s[4];
  int sum = 0;
#pragma omp target map(alloc : s) map(tofrom : sum)
  for (int i = 0; i < 4; i++)
    {
      s[i].a = i;
      sum += s[i].b; /* { dg-check unwritten } */
    }
  return 0;
}
