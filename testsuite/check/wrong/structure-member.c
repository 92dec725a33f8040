/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Only one member of a structure is mapped, two are used.  */

struct s
{
  int a;
  int unused[10];
  int b;
};

int
main (void)
{
  struct s s = { .a = 1, .b = 2 };
#pragma omp target map(tofrom : s.a)
  s.a += s.b; /* { dg-check bounds } */
  return 0;
}
