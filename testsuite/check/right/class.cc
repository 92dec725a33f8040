/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An object that maps itself and what it owns.  */

struct grid
{
  int n;
  double *u;
  grid (int size) : n (size), u (new double[size]())
  {
#pragma omp target enter data map(to : this[0 : 1])
#pragma omp target enter data map(to : u[0 : n])
  }
  ~grid ()
  {
#pragma omp target exit data map(delete : u[0 : n])
#pragma omp target exit data map(delete : this[0 : 1])
    delete[] u;
  }
  void
  step ()
  {
    double *p = u;
    int size = n;
#pragma omp target map(tofrom : p[0 : size])
    for (int i = 0; i < size; i++)
      p[i] += 1;
  }
  double
  get (int i)
  {
#pragma omp target update from(u[i : 1])
    return u[i];
  }
};

int
main ()
{
  grid g (10);
  g.step ();
  g.step ();
  return g.get (3) != 2;
}
