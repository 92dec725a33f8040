// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// The other file of shared-definition.cc.

#include "shared-definition.h"

int
size_of_square (int n)
{
#pragma omp target map(tofrom: n)
  {
    Square square;
    Shape *shape = &square;
    asm ("" : "+r" (shape));
    n = shape->size (n);
    base_value++;
  }
  return n;
}
