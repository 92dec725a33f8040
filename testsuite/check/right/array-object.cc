/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* std::array and a range loop over it.  */

#include <array>
#include <utility>

int
main ()
{
  std::array<int, 12> a{};
  std::pair<char, double> p[4];
  int sum = 0;
#pragma omp target map(tofrom : a, sum) map(from : p)
  {
    int i = 0;
    for (int &x : a)
      x = i++;
    for (const int &x : a)
      sum += x;
    for (int j = 0; j < 4; j++)
      p[j] = std::make_pair ('p', 0.5 * j);
    for (const auto &q : p)
      sum += q.first == 'p';
  }
  return sum != 70 || a[11] != 11 || p[2].second != 1;
}
