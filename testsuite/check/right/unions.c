/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A union is written by one member and read by another.  */

union u
{
  double d;
  unsigned char bytes[8];
  int i[2];
};

int
main (void)
{
  union u u[4];
  int sum = 0;
#pragma omp target map(alloc : u) map(tofrom : sum)
  for (int i = 0; i < 4; i++)
    {
      for (int k = 0; k < 8; k++)
        u[i].bytes[k] = 1;
      sum += u[i].i[1] == 0x01010101;
    }
  return sum != 4;
}
