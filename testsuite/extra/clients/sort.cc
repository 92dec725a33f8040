// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// libstdc++'s parallel mode (-D_GLIBCXX_PARALLEL): sort, stable_sort,
// partial_sum, accumulate, for_each on the runtime.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <omp.h>
#include <parallel/settings.h>
#include <vector>

static std::uint64_t
digest (const std::vector<std::uint64_t> &data)
{
  std::uint64_t hash = 14695981039346656037u;
  for (std::uint64_t value : data)
    hash = (hash ^ value) * 1099511628211u;
  return hash;
}

static std::vector<std::uint64_t>
numbers (std::size_t count)
{
  std::vector<std::uint64_t> data (count);
  std::uint64_t state = 88172645463325252u;
  for (auto &value : data)
    {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      value = state;
    }
  return data;
}

template <typename Work>
static void
measure (const char *name, std::size_t count, int turns, Work work)
{
  double seconds = 0;
  std::uint64_t hash = 0;
  for (int i = 0; i <= turns; i++)
    {
      auto data = numbers (count);
      double start = omp_get_wtime ();
      hash = work (data);
      if (i > 0)
        seconds += omp_get_wtime () - start;
    }
  std::printf ("value %s %016llx\n", name,
               static_cast<unsigned long long> (hash));
  std::printf ("time %s %.9f\n", name, seconds / turns);
}

int
main ()
{
  const char *size = std::getenv ("CLIENT_SIZE");
  bool quick = size && std::strcmp (size, "quick") == 0;
  std::size_t count = quick ? 20000 : 1000000;
  measure ("sort", count, 5, [] (auto &data) {
    std::sort (data.begin (), data.end ());
    return digest (data);
  });
  measure ("stable-sort", count, 5, [] (auto &data) {
    std::stable_sort (data.begin (), data.end (),
                      [] (auto a, auto b) { return a >> 52 < b >> 52; });
    return digest (data);
  });
  measure ("small-sorts", 2000, quick ? 20 : 500, [] (auto &data) {
    std::sort (data.begin (), data.end ());
    return digest (data);
  });
  measure ("numeric", count, 5, [] (auto &data) {
    std::partial_sum (data.begin (), data.end (), data.begin ());
    std::for_each (data.begin (), data.end (),
                   [] (auto &value) { value ^= value >> 31; });
    return std::accumulate (data.begin (), data.end (), std::uint64_t{ 0 });
  });
}
