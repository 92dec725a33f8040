// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// The shared library.

#include "matrix.h"

#include <string>

double
trace_of_identity (int size)
{
  Matrix<double> identity (size);

  identity.fill ([] (int row, int column) { return row == column ? 1. : 0.; });
  return identity.trace ();
}

long
trace_of_ones (int size)
{
  Matrix<long> ones (size);

  ones.fill ([] (int, int) { return 1L; });
  return ones.trace ();
}

// The number in TEXT, or -1 where there is none: the exception is thrown by
// the C++ library and caught here, both on the device.
int
parse_on_device (const char *text)
{
  int value = 0;
  std::size_t length = std::char_traits<char>::length (text) + 1;

#pragma omp target map(to: text[0:length]) map(from: value)
  try
    {
      value = std::stoi (std::string (text));
    }
  catch (const std::invalid_argument &)
    {
      value = -1;
    }
  return value;
}
