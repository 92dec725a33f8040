/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Containers hold what a region filled in part, and are copied, moved, swapped
   and grown.  */

#include <algorithm>
#include <complex>
#include <optional>
#include <utility>
#include <vector>

struct item
{
  int key;
  double value;
  char mark;
};

int
main ()
{
  const int n = 200, filled = 120;
  std::vector<item> v (n), w;
  std::vector<std::complex<double> > z (n);
  std::vector<std::pair<char, long> > pairs (n);
  item *p = v.data ();
  std::complex<double> *c = z.data ();
  std::pair<char, long> *q = pairs.data ();
#pragma omp target map(from : p[0 : n], c[0 : n], q[0 : n])
  for (int i = 0; i < filled; i++)
    {
      p[i].key = filled - i;
      p[i].value = i;
      p[i].mark = 'x';
      c[i] = std::complex<double> (i, 1);
      q[i].first = 'y';
      q[i].second = i;
    }
  w = v;
  std::vector<item> moved (std::move (v));
  moved.push_back (item ());
  std::swap (w[0], w[filled + 5]);
  std::swap (w[0], w[filled + 5]);
  std::copy (z.begin () + 20, z.end (), z.begin ());
  std::vector<std::complex<double> > some (z.begin (), z.end ());
  some.insert (some.begin (), 1.0);
  std::vector<std::pair<char, long> > more (pairs);
  more.resize (3 * n);
  std::rotate (more.begin (), more.begin () + filled, more.begin () + n);
  std::optional<item> chosen = w[n - 1];
  chosen = moved[7];
  std::sort (moved.begin (), moved.begin () + filled,
             [] (const item &a, const item &b) { return a.key < b.key; });
  bool bad = chosen->value != 7;
  for (int i = 0; i < filled; i++)
    bad |= w[i].value != i || moved[i].key != i + 1;
  for (int i = 0; i < filled - 20; i++)
    bad |= some[i + 1] != std::complex<double> (i + 20, 1);
  for (int i = 0; i < filled; i++)
    bad |= more[n - filled + i].second != i;
  return bad;
}
