/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A method uses a member array that is not mapped with the object.  */

/* { dg-shouldfail "the device cannot reach it" } */
struct grid
{
  int n;
  double *u;
  grid (int size) : n (size), u (new double[size]())
  {
  }
  ~grid ()
  {
    delete[] u;
  }
  void
  step ()
  {
#pragma omp target map(tofrom : this[0 : 1])
    for (int i = 0; i < n; i++)
      u[i] += 1; /* { dg-check host-memory } */
  }
};

int
main ()
{
  grid g (10);
  g.step ();
}
