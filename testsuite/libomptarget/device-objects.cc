/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-require-effective-target offload_device } */
/* { dg-skip-stock "its devices end without a word" } */
/* { dg-output "made 5\nmade 6\n.*made 5\nmade 6\n.*gone 60\n.*gone 50\n.*gone 6\ngone 5\n" } */
/* Objects that a device has of its own (declare target): made when the image is
   loaded, gone in the reverse order when the device ends, before the host's.
   Images of clang 14 to 16 list the functions for that among their entries,
   later ones have them as a library has.  */

#include <cstdio>

#include "../libgomp.c/check.h"

#pragma omp begin declare target
struct noisy
{
  int value;
  explicit noisy (int v) : value (v)
  {
    std::printf ("made %d\n", value);
    std::fflush (stdout);
  }
  ~noisy ()
  {
    std::printf ("gone %d\n", value);
    std::fflush (stdout);
  }
};

noisy first (5);
noisy second (6);
#pragma omp end declare target

int
main ()
{
  int sum = 0;
#pragma omp target map(from : sum)
  {
    sum = first.value + second.value;
    first.value = 50;
    second.value = 60;
  }
  CHECK (sum == 11 && first.value == 5 && second.value == 6);
  return 0;
}
