/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An object that the host made has the host's table of virtual functions.  */

/* { dg-shouldfail "the device cannot reach it" } */

#pragma omp declare target
struct shape
{
  int a = 2;
  virtual int
  area () const
  {
    return 0;
  }
};
struct square : shape
{
  int
  area () const override
  {
    return a * a;
  }
};
static int __attribute__ ((noinline)) area_of (const shape *s)
{
  return s->area (); /* { dg-check host-memory } */
}
#pragma omp end declare target

int
main ()
{
  square s;
  int area = 0;
#pragma omp target map(to : s) map(from : area)
  area = area_of (&s);
  return area != 4;
}
