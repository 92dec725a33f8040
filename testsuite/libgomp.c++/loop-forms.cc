// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-threads "1 2 4 8" }
// Loops as C++ writes them: iterators, ranges, classes that behave like these,
// templates over schedule and type, collapse of iterators and of triangles,
// ordered, doacross, scan, simd, loop, taskloop; lambdas around loops and
// inside.

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <numeric>
#include <omp.h>
#include <vector>

#include "../libgomp.c/check.h"

// A random access iterator over the even numbers.
class even
{
  long n;

public:
  using difference_type = long;
  using value_type = long;
  using pointer = const long *;
  using reference = long;
  using iterator_category = std::random_access_iterator_tag;
  explicit even (long at = 0) : n (at) {}
  long
  operator* () const
  {
    return 2 * n;
  }
  even &
  operator++ ()
  {
    ++n;
    return *this;
  }
  even &
  operator-- ()
  {
    --n;
    return *this;
  }
  even &
  operator+= (long by)
  {
    n += by;
    return *this;
  }
  even &
  operator-= (long by)
  {
    n -= by;
    return *this;
  }
  even
  operator+ (long by) const
  {
    return even (n + by);
  }
  long
  operator- (const even &other) const
  {
    return n - other.n;
  }
  bool
  operator<(const even &other) const
  {
    return n < other.n;
  }
  bool
  operator<= (const even &other) const
  {
    return n <= other.n;
  }
  bool
  operator> (const even &other) const
  {
    return n > other.n;
  }
  bool
  operator!= (const even &other) const
  {
    return n != other.n;
  }
};

static void
class_iterators ()
{
  long sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 3)
  for (even e = even (0); e < even (100); ++e)
    sum += *e;
#pragma omp parallel for reduction(+ : sum) schedule(guided)
  for (even e = even (99); e > even (0); e -= 2)
    sum += *e;
#pragma omp parallel for reduction(+ : sum) collapse(2)
  for (even e = even (0); e != even (10); ++e)
    for (even f = even (0); f <= even (4); f += 2)
      sum += *e * *f;
  CHECK (sum == 9900 + 5000 + 90 * 12);
}

static void
ranges ()
{
  std::deque<int> numbers (500);
  std::iota (numbers.begin (), numbers.end (), 0);
  std::array<int, 7> factors = { 1, 2, 3, 4, 5, 6, 7 };
  long sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static, 11)
  for (int &x : numbers)
    {
      sum += x;
      x = -x;
    }
  CHECK (sum == 124750 && numbers[499] == -499);
#pragma omp parallel for collapse(2) reduction(+ : sum)
  for (auto x : numbers)
    for (auto f : factors)
      sum += x * f;
  CHECK (sum == 124750 - 28 * 124750);
  std::vector<std::map<int, int> > maps (8);
#pragma omp parallel for
  for (auto it = maps.begin (); it < maps.end (); ++it)
    (*it)[1] = static_cast<int> (it - maps.begin ());
  CHECK (maps[7][1] == 7);
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(9)
  for (auto it = numbers.rbegin (); it < numbers.rend (); ++it)
    *it = 1;
  CHECK (std::accumulate (numbers.begin (), numbers.end (), 0) == 500);
}

template <typename T, int Chunk>
static void
typed (T first, T last, T step)
{
  std::vector<int> seen (64);
  omp_set_schedule (omp_sched_dynamic, Chunk);
#pragma omp parallel for schedule(nonmonotonic : dynamic, Chunk)
  for (T i = first; i < last; i += step)
    seen[static_cast<std::size_t> ((i - first) / step)]++;
#pragma omp parallel for schedule(monotonic : runtime)
  for (T i = first; i < last; i += step)
    seen[static_cast<std::size_t> ((i - first) / step)]++;
#pragma omp parallel for schedule(auto)
  for (T i = last; i > first; i -= step)
    seen[static_cast<std::size_t> ((last - i) / step)]++;
#pragma omp parallel for ordered schedule(static, Chunk)
  for (T i = first; i < last; i += step)
    {
#pragma omp ordered
      seen[static_cast<std::size_t> ((i - first) / step)] *= 2;
    }
  std::size_t count = static_cast<std::size_t> ((last - first) / step);
  for (std::size_t i = 0; i < seen.size (); i++)
    CHECK (seen[i] == (i < count ? 6 : 0));
}

template <typename T>
static void
doacross (T n)
{
  std::vector<std::vector<T> > table (n + 1, std::vector<T> (n + 1, 1));
#pragma omp parallel for ordered(2) collapse(2) schedule(static, 1)
  for (T i = 1; i <= n; ++i)
    for (T j = 1; j <= n; ++j)
      {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
        table[i][j] = table[i - 1][j] + table[i][j - 1];
#pragma omp ordered depend(source)
      }
  CHECK (table[n][n] == 184756);
}

static void
triangles ()
{
  int count = 0, last = -1;
#pragma omp parallel for collapse(2) reduction(+ : count) lastprivate(last)
  for (int i = 0; i < 30; i++)
    for (int j = i; j < 2 * i + 1; j += 1)
      {
        count += i <= j;
        last = 100 * i + j;
      }
  CHECK (count == 30 * 31 / 2 && last == 2958);
}

static void
scans ()
{
  std::vector<unsigned> in (1000), out (1000);
  std::iota (in.begin (), in.end (), 1u);
  unsigned sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
  for (std::size_t i = 0; i < in.size (); i++)
    {
      sum += in[i];
#pragma omp scan inclusive(sum)
      out[i] = sum;
    }
  CHECK (out[999] == 500500 && out[0] == 1 && out[9] == 55);
  sum = 0;
#pragma omp parallel
#pragma omp for simd reduction(inscan, + : sum)
  for (std::size_t i = 0; i < in.size (); i++)
    {
      out[i] = sum;
#pragma omp scan exclusive(sum)
      sum += in[i];
    }
  CHECK (out[999] == 499500 && out[0] == 0 && sum == 500500);
}

static void
lambdas ()
{
  std::vector<int> v (100);
  auto region = [&v] (auto work) {
#pragma omp parallel
    {
#pragma omp loop bind(parallel)
      for (std::size_t i = 0; i < v.size (); i++)
        v[i] = work (i);
    }
  };
  region ([] (std::size_t i) { return static_cast<int> (i) + 1; });
  CHECK (v[0] == 1 && v[99] == 100);
  int most = 0;
#pragma omp parallel for simd reduction(max : most) order(concurrent)
  for (std::size_t i = 0; i < v.size (); i++)
    most = std::max (most, v[i]);
  CHECK (most == 100);
#pragma omp parallel firstprivate(most)
  {
    auto once = [&most] { return ++most; };
    CHECK (once () == 101 && most == 101);
  }
#pragma omp teams distribute parallel for dist_schedule(static, 10)
  for (int &x : v)
    x = 0;
  CHECK (std::count (v.begin (), v.end (), 0) == 100);
}

int
main ()
{
  class_iterators ();
  ranges ();
  typed<int, 1> (-20, 40, 1);
  typed<unsigned, 4> (5u, 65u, 2u);
  typed<long long, 3> (-(1LL << 40), -(1LL << 40) + 60, 3);
  typed<unsigned long long, 2> (~0ull - 70, ~0ull - 6, 4);
  typed<short, 5> (-3, 47, 5);
  doacross<int> (10);
  doacross<unsigned long long> (10);
  triangles ();
  scans ();
  lambdas ();
  return 0;
}
