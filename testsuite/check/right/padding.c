/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Structures with padding are copied whole on the device.  */

struct s
{
  char c;
  double d;
  short h;
};

int
main (void)
{
  struct s a[4], b[4];
  int bad;
#pragma omp target map(alloc : a) map(from : b, bad)
  {
    for (int i = 0; i < 4; i++)
      {
        a[i].c = 1;
        a[i].d = 2;
        a[i].h = 3;
      }
    bad = 0;
    for (int i = 0; i < 4; i++)
      {
        b[i] = a[i];
        bad |= b[i].d != 2;
      }
  }
  return bad || b[2].h != 3;
}
