/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Objects of a derived class with reused tail padding are copied.  */

struct base
{
  double d;
  char c;
  base () : d (0), c (0) {}
};

struct derived : base
{
  char more;
  short s;
};

int
main ()
{
  derived a[6], b[6];
#pragma omp target map(from : a) map(alloc : b)
  {
    for (int i = 0; i < 6; i++)
      {
        b[i] = derived ();
        b[i].d = i;
        b[i].more = 'm';
        b[i].s = i;
      }
    for (int i = 0; i < 6; i++)
      {
        a[i] = b[5 - i];
        static_cast<base &> (a[i]) = base ();
      }
  }
  return a[1].s != 4 || a[1].more != 'm' || a[1].d != 0;
}
