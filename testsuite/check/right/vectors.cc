/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Elements of vectors by their addresses, that grow between the regions.  */

#include <vector>

int
main ()
{
  std::vector<double> a, b;
  for (int step = 1; step < 5; step++)
    {
      a.resize (step * 25, step);
      b.assign (a.size (), 0);
      const double *in = a.data ();
      double *out = b.data ();
      std::size_t n = a.size ();
#pragma omp target teams distribute parallel for map(to : in[0 : n])          \
    map(from : out[0 : n])
      for (std::size_t i = 0; i < n; i++)
        out[i] = 2 * in[i];
      a.swap (b);
    }
  return a.size () != 100 || a[0] != 16 || a[99] != 8;
}
