/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fopenacc -fsanitize=address" } */
/* { dg-output "directly after the end of the copy of cells, 80 bytes at" } */
/* A compute region reads past the end of what is copied.  */

#include <vector>

template <typename T>
static T
last_difference (const T *cells, int n)
{
  T last = 0;
#pragma acc parallel num_gangs(1) copyin(cells[0 : n]) copy(last)
  for (int i = 0; i < n; i++)
    last = cells[i + 1] - cells[i]; /* { dg-report "heap-buffer-overflow" } */
  return last;
}

int
main ()
{
  std::vector<double> v (13, 1);
  return last_difference (v.data (), 10) == 1;
}
