/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Containers and arrays that grow, and parts of a pool.  */

#include <memory>
#include <string>
#include <vector>

#define CHECK(what) if (!(what)) __builtin_abort ()

static long
sum_of (const long *a, std::size_t n)
{
  long sum = 0;
#pragma omp target map(to : a[0 : n]) map(tofrom : sum)
  for (std::size_t i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

struct pool
{
  std::unique_ptr<long[]> all { new long[1000]() };
  std::size_t used = 0;
  long *
  take (std::size_t n)
  {
    used += n;
    return all.get () + used - n;
  }
};

int
main ()
{
  std::vector<long> v;
  for (int i = 0; i < 300; i++)
    {
      v.push_back (1);
      if (i % 37 == 0)
        CHECK (sum_of (v.data (), v.size ()) == i + 1);
    }
  std::string text;
  for (int i = 0; i < 10; i++)
    text += std::string (10 * i, 'x');
  const char *p = text.data ();
  std::size_t n = text.size () + 1;
  int found = 0;
#pragma omp target map(to : p[0 : n]) map(tofrom : found)
  for (std::size_t i = 0; i < n; i++)
    found += p[i] == 'x';
  CHECK (found == 450);
  pool all;
  long *first = all.take (600), *rest = all.take (400);
  for (int i = 0; i < 400; i++)
    first[i] = rest[i] = 1;
  CHECK (sum_of (first, 600) == 400 && sum_of (rest, 400) == 400);
  return 0;
}
