/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A member function updates in the wrong direction: the new input is lost.  */

#include <vector>

struct field
{
  std::vector<double> values;
  double *data;
  int n;
  explicit field (int count) : values (count), data (values.data ()), n (count)
  {
#pragma omp target enter data map(to : data[0 : n])
  }
  ~field ()
  {
#pragma omp target exit data map(delete : data[0 : n])
  }
  void
  fill (double value)
  {
    for (double &each : values)
      each = value;
#pragma omp target update from(data[0 : n])
  }
  double
  sum () const
  {
    double s = 0;
    double *p = data;
    int count = n;
#pragma omp target map(tofrom : s)
    for (int i = 0; i < count; i++)
      s += p[i]; /* { dg-check stale } */
    return s;
  }
};

int
main ()
{
  field f (30);
  f.fill (2);
  return f.sum () == 60;
}
