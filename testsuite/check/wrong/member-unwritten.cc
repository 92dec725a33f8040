/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A result object gets all members but one on the device.  */

#include <cstdio>
#include <memory>

class statistics
{
public:
  static std::unique_ptr<statistics>
  of (const double *values, int n)
  {
    std::unique_ptr<statistics> result (new statistics);
    statistics *r = result.get ();
#pragma omp target map(to : values[0 : n]) map(from : r[0 : 1])
    {
      r->low = r->high = values[0];
      for (int i = 1; i < n; i++)
        {
          r->low = values[i] < r->low ? values[i] : r->low;
          r->high = values[i] > r->high ? values[i] : r->high;
        }
    }
    return result;
  }
  double
  get_mean () const
  {
    return mean; /* { dg-check unwritten } */
  }
  double
  get_range () const
  {
    return high - low;
  }

private:
  double low, high, mean;
};

int
main ()
{
  double values[10];
  for (int i = 0; i < 10; i++)
    values[i] = i;
  std::unique_ptr<statistics> s = statistics::of (values, 10);
  std::printf ("%g\n", s->get_range ());
  std::printf ("%g\n", s->get_mean ());
  return 0;
}
