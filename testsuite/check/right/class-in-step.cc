/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A class that keeps both copies in step, copied and moved.  */

#include <utility>
#include <vector>

class field
{
public:
  explicit field (int n, double value = 0) : n (n), data (new double[n])
  {
    for (int i = 0; i < n; i++)
      data[i] = value;
    enter ();
  }
  field (const field &other) : n (other.n), data (new double[other.n])
  {
    other.fetch ();
    for (int i = 0; i < n; i++)
      data[i] = other.data[i];
    enter ();
  }
  field (field &&other) noexcept : n (other.n), data (other.data)
  {
    other.data = nullptr;
  }
  ~field ()
  {
    double *d = data;
    if (d != nullptr)
      {
#pragma omp target exit data map(delete : d[0 : n])
      }
    delete[] data;
  }
  void
  set (int i, double value)
  {
    double *d = data;
    d[i] = value;
#pragma omp target update to(d[i : 1])
  }
  double
  get (int i) const
  {
    double *d = data;
#pragma omp target update from(d[i : 1])
    return d[i];
  }
  void
  scale (double factor)
  {
    double *d = data;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      d[i] *= factor;
  }

private:
  void
  enter ()
  {
    double *d = data;
#pragma omp target enter data map(to : d[0 : n])
  }
  void
  fetch () const
  {
    double *d = data;
#pragma omp target update from(d[0 : n])
  }
  int n;
  double *data;
};

int
main ()
{
  std::vector<field> all;
  all.emplace_back (20, 1.);
  all.emplace_back (30, 2.);
  all[0].scale (3);
  field copy (all[0]);
  copy.scale (2);
  all.push_back (std::move (copy));
  all[1].set (4, 9);
  all[1].scale (2);
  return all[0].get (3) != 3 || all[2].get (19) != 6 || all[1].get (4) != 18
         || all[1].get (5) != 4;
}
