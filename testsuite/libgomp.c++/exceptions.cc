// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-threads "1 2 4 8" }
// Exceptions that are thrown and caught inside regions and tasks do not harm
// the team.

#include <omp.h>
#include <stdexcept>

#include "../libgomp.c/check.h"

int
main ()
{
  int caught = 0, threads = 0;

#pragma omp parallel reduction(+ : caught)
  {
#pragma omp single
    threads = omp_get_num_threads ();
    try
      {
        throw std::runtime_error ("in a region");
      }
    catch (const std::exception &)
      {
        caught++;
      }
#pragma omp critical
    try
      {
        throw 1;
      }
    catch (int value)
      {
        caught += value;
      }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 50; i++)
      try
        {
          if (i % 2)
            throw i;
        }
      catch (int)
        {
          caught++;
        }
  }
  CHECK (caught == 2 * threads + 25);
  return 0;
}
