// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// The standard library: data of a host vector mapped; containers, strings,
// algorithms and smart pointers used inside a region.

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "../libgomp.c/target-check.h"

static void
host_vector (std::vector<double> &v)
{
  double *data = v.data ();
  std::size_t n = v.size ();

#pragma omp target teams distribute parallel for map(tofrom: data[0:n])
  for (std::size_t i = 0; i < n; i++)
    data[i] += static_cast<double> (i);
}

int
main ()
{
  std::vector<double> v (1000, 1.0);
  int sum = 0, words = 0, largest = 0;
  char text[32] = "";

  host_vector (v);
  CHECK (v[0] == 1 && v[999] == 1000);

#pragma omp target map(tofrom: sum, words, largest, text)
  {
    std::vector<int> numbers (100);
    std::iota (numbers.begin (), numbers.end (), 1);
    std::reverse (numbers.begin (), numbers.end ());
    std::sort (numbers.begin (), numbers.end ());
    sum = std::accumulate (numbers.begin (), numbers.end (), 0);

    std::map<std::string, int> count;
    for (const char *word : { "to", "be", "or", "not", "to", "be" })
      count[word]++;
    words = static_cast<int> (count.size ()) * 10 + count["to"];

    auto pointer = std::make_unique<std::string> ("a string made");
    *pointer += " on the device";
    pointer->copy (text, sizeof text - 1);
    largest = *std::max_element (numbers.begin (), numbers.end ());
  }
  CHECK (sum == 5050 && words == 42 && largest == 100);
  CHECK (std::string (text) == "a string made on the device");
  return 0;
}
