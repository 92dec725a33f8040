/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Kinds of numbers that no region wrote.  */

#include <complex.h>
#include <stdio.h>

struct bits
{
  unsigned low : 7, high : 9;
};

int
main (void)
{
  double complex z[4];
  long double l[4];
  struct bits b[4];
  unsigned char c[40];
#pragma omp target map(from : z, l, b, c)
  {
    z[0] = 1;
    l[0] = 1;
    b[0].low = b[0].high = 1;
    for (int i = 0; i < 20; i++)
      c[i] = (unsigned char)i;
  }
  printf ("%g %Lg %u %u\n", creal (z[0]), l[0], b[0].low, c[19]);
  printf ("%g\n", cimag (z[2])); /* { dg-check unwritten } */
  printf ("%Lg\n", l[3]);        /* { dg-check unwritten } */
  printf ("%u\n", b[1].high);    /* { dg-check unwritten } */
  printf ("%u\n", c[20]);        /* { dg-check unwritten } */
  return 0;
}
