// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-threads "1 2 4 8" }
// mutexinoutset on elements of containers, with iterators: tasks that append
// to two strings each, one at a time.

#include <cstdlib>
#include <string>
#include <vector>

#include "../libgomp.c/check.h"

static const int letters = 500;

int
main ()
{
  std::vector<std::string> words (5);
  std::string *word = words.data ();
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < letters; i++)
    {
#pragma omp task firstprivate(i)                                               \
    depend(iterator(k = 0 : 2), mutexinoutset : word[(i + 2 * k) % 5])
      for (int k = 0; k < 2; k++)
        word[(i + 2 * k) % 5] += char ('a' + i % 26);
    }
  std::size_t length = 0;
  for (const std::string &w : words)
    length += w.size ();
  CHECK (length == 2 * letters);
}
