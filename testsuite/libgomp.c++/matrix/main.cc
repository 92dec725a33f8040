// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// Traces of matrices from the program's two files and the library.

#include "matrix.h"

#include <iostream>
#include <omp.h>

int
main ()
{
  Matrix<long> a (20), b (20), c (20);
  bool on_host = true, refused = false;

#pragma omp target map(from: on_host)
  on_host = omp_is_initial_device ();
  a.fill ([] (int row, int column) { return static_cast<long> (row + column); });
  b.fill ([] (int row, int column) { return static_cast<long> (row == column); });
  c.product (a, b);
  try
    {
      Matrix<long> small (3);
      c.product (a, small);
    }
  catch (const std::invalid_argument &)
    {
      refused = true;
    }
  std::cout << "on " << (on_host ? "host" : "device") << ": " << c.trace ()
            << " " << trace_of_square (10) << " " << trace_of_identity (30)
            << " " << trace_of_ones (7) << " " << parse_on_device ("42") << " "
            << parse_on_device ("none") << std::endl;
  return !(c.trace () == 380 && trace_of_square (10) == 40
           && trace_of_identity (30) == 30 && trace_of_ones (7) == 7
           && parse_on_device ("42") == 42 && parse_on_device ("none") == -1
           && refused);
}
