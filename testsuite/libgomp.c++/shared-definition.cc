// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-additional-options "-std=c++17" }
// { dg-additional-sources "shared-definition-2.cc" }
// Two files that define the same inline variable and virtual tables.

#include "../libgomp.c/target-check.h"
#include "shared-definition.h"

int
main ()
{
  int n = 4;

#pragma omp target map(tofrom: n)
  {
    Square square;
    Shape *shape = &square;
    asm ("" : "+r" (shape));
    n = shape->size (n);
    base_value = 10;
  }
  CHECK (n == 19);
  CHECK (size_of_square (2) == 14);
#pragma omp target update from(base_value)
  CHECK (base_value == 11);
  return 0;
}
