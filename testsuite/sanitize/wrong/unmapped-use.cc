/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A region keeps the device's pointer to a vector in an object, and uses it
   after the vector's mapping has ended.  */
/* { dg-output "byte 20 of what was the copy of " } */

#include <vector>

struct view
{
  const int *data;
};

int
main ()
{
  std::vector<int> v (100, 1);
  int *p = v.data (), sum = 0;
  view kept = { nullptr };
#pragma omp target enter data map(to : p[0 : 100])
#pragma omp target map(tofrom : kept)
  kept.data = p;
#pragma omp target exit data map(delete : p[0 : 100])
#pragma omp target map(to : kept) map(from : sum)
  sum = kept.data[5]; /* { dg-report "heap-use-after-free" } */
  return sum;
}
