// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// Constructs in C++, for compiled.sh.
#include <atomic>
#include <cstdlib>
#include <vector>

template <typename number> struct counter
{
  std::vector<number> all;
  number sum = 0;

  void
  add ()
  {
#pragma omp parallel num_threads(2)
    {
      auto loop = [this] {
#pragma omp for
        for (auto i = all.begin (); i < all.end (); ++i)
          *i += 1;
      };
      loop ();
#pragma omp for reduction(+ : sum)
      for (number i = 0; i < number (all.size ()); i++)
        sum += all[i];
#pragma omp masked
      try
        {
          throw 1;
        }
      catch (int)
        {
        }
#pragma omp flush
      std::atomic_thread_fence (std::memory_order_seq_cst);
    }
  }
};

int
main ()
{
  counter<long> c;
  c.all.resize (30);
  c.add ();
  return c.sum == 30 ? 0 : 1;
}
