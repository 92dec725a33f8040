// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// In a region, the streams of the C library are the device's own.  (GCC refuses
// std::cout there: "does not have a mappable type".)
// { dg-do run }
// { dg-output "stdout 5.*stderr 6.*stdout 7" }

#include <cstdio>

#pragma omp declare target
static void
tell (int value)
{
  std::fprintf (stdout, "stdout %d\n", value);
  std::fflush (stdout);
}
#pragma omp end declare target

int
main ()
{
#pragma omp target
  {
    tell (5);
    std::fprintf (stderr, "stderr %d\n", 6);
  }
#pragma omp target
  std::fprintf (stdout, "stdout %d\n", 7);
}
