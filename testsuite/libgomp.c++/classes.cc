// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-threads "1 2 4 8" }
// Objects with constructors as private, firstprivate, lastprivate and reduced
// variables: each copy is built and destroyed once.

#include <omp.h>
#include <string>
#include <vector>

#include "../libgomp.c/check.h"

static int alive;

struct counted
{
  int value;
  counted () : value (0) { change (1); }
  counted (const counted &other) : value (other.value) { change (1); }
  counted &operator= (const counted &) = default;
  ~counted () { change (-1); }
  static void
  change (int by)
  {
#pragma omp atomic
    alive += by;
  }
};

#pragma omp declare reduction(append : std::vector<int> : omp_out.insert (     \
        omp_out.end (), omp_in.begin (), omp_in.end ()))

int
main ()
{
  {
    counted first, last;
    first.value = 5;
#pragma omp parallel for firstprivate(first) lastprivate(last)
    for (int i = 0; i < 40; i++)
      {
        CHECK (first.value == 5);
        last.value = i;
      }
    CHECK (last.value == 39);
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 40; i++)
      {
        counted copy;
        copy.value = i;
#pragma omp task firstprivate(copy)
        CHECK (copy.value == i);
      }
  }
  CHECK (alive == 0);

  std::vector<int> all;
#pragma omp parallel for reduction(append : all)
  for (int i = 0; i < 100; i++)
    all.push_back (i);
  CHECK (all.size () == 100);

  std::string text = "shared by copy";
#pragma omp parallel firstprivate(text)
  {
    text += "!";
    CHECK (text == "shared by copy!");
  }
  return 0;
}
