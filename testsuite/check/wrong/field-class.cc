/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A class enters its data in the constructor; a setter of the host forgets the
   device, a getter too.  */

#include <cstdio>
#include <vector>

class field
{
public:
  explicit field (int n) : n (n), data (new double[n])
  {
    for (int i = 0; i < n; i++)
      data[i] = 1;
    double *d = data;
#pragma omp target enter data map(to : d[0 : n])
  }
  ~field ()
  {
    double *d = data;
#pragma omp target exit data map(delete : d[0 : n])
    delete[] data;
  }
  void
  set (int i, double value)
  {
    data[i] = value;
  }
  double
  get (int i) const
  {
    return data[i]; /* { dg-check lost } */
  }
  void
  relax ()
  {
    double *d = data;
#pragma omp target teams distribute parallel for
    for (int i = 1; i < n - 1; i++)
      d[i] += d[i - 1] / 2; /* { dg-check stale } */
  }

private:
  int n;
  double *data;
};

int
main ()
{
  field f (20);
  f.relax ();
  f.set (3, 5);
  f.relax ();
  std::printf ("%d\n", f.get (7) >= 0);
  return 0;
}
