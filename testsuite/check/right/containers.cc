/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Containers and algorithms within a region.  */

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

int
main ()
{
  int a[30], sum = 0, words = 0;
  for (int i = 0; i < 30; i++)
    a[i] = i * 7 % 30;
#pragma omp target map(tofrom : a, sum, words)
  {
    std::vector<int> v (a, a + 30);
    std::sort (v.begin (), v.end ());
    std::copy (v.begin (), v.end (), a);
    sum = std::accumulate (v.begin (), v.end (), 0);
    std::map<std::string, int> count;
    for (int x : v)
      count[x % 2 ? "odd" : "even, of some length more"]++;
    for (const auto &c : count)
      words += c.second * static_cast<int> (c.first.size ());
    std::reverse (a, a + 30);
  }
  return sum != 435 || a[0] != 29 || a[29] != 0 || words != 15 * 28;
}
