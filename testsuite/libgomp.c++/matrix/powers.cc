// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// The second file of the program.

#include "matrix.h"

long
trace_of_square (int size)
{
  Matrix<long> one (size), square (size);

  one.fill ([] (int row, int column) { return row == column ? 2L : 0L; });
  square.product (one, one);
  return square.trace ();
}
