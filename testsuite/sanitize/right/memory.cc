/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* { dg-set-target-env-var ASAN_OPTIONS detect_leaks=1 } */
/* A region uses all kinds of memory to the last byte: objects of its own,
   variables of namespaces, mapped vectors, blocks of omp_target_alloc.  */

#include <algorithm>
#include <memory>
#include <omp.h>
#include <vector>

#define N 101
#define CHECK(what) if (!(what)) __builtin_abort ()

namespace tables
{
#pragma omp declare target
char squares[N];
#pragma omp end declare target
}

struct block
{
  char *data;
  explicit block (std::size_t n)
      : data ((char *)omp_target_alloc (n, omp_get_default_device ()))
  {
  }
  ~block () { omp_target_free (data, omp_get_default_device ()); }
  block (const block &) = delete;
  block &operator= (const block &) = delete;
};

int
main ()
{
  std::vector<char> v (N, 1);
  block b (N);
  char *p = v.data (), *d = b.data;
  int sum = 0;
#pragma omp target enter data map(to : p[0 : N])
#pragma omp target is_device_ptr(d) map(tofrom : sum)
  {
    char own[N];
    std::unique_ptr<char[]> made (new char[N]);
    std::vector<char> grown;
    for (int i = 0; i < N; i++)
      grown.push_back (1);
    std::fill (own, own + N, 1);
    std::fill (made.get (), made.get () + N, 1);
    std::fill (d, d + N, 1);
    std::fill (tables::squares, tables::squares + N, 1);
    for (int i = 0; i < N; i++)
      {
        int all[] = { own[i], made[i], grown[i], d[i], tables::squares[i] };
        p[i] = (char)std::count (all, all + 5, 1);
        sum += p[i];
      }
  }
#pragma omp target exit data map(from : p[0 : N])
  CHECK (sum == 5 * N && v[0] == 5 && v[N - 1] == 5);
  return 0;
}
