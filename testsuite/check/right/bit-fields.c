/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Bit-fields are written one by one.  */

struct s
{
  unsigned a : 3;
  unsigned b : 7;
  unsigned c : 13;
};

int
main (void)
{
  struct s s[8];
  int sum;
#pragma omp target map(alloc : s) map(from : sum)
  {
    sum = 0;
    for (int i = 0; i < 8; i++)
      {
        s[i].b = i;
        s[i].c = i;
        s[i].a = 1;
      }
    for (int i = 0; i < 8; i++)
      sum += s[i].a + s[i].b + s[i].c;
  }
  return sum != 8 + 28 + 28;
}
