/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A lambda captured a pointer to host memory by value.  */

/* { dg-shouldfail "the device cannot reach it" } */
#include <vector>

template <typename Work>
static void
on_device (Work work)
{
#pragma omp target
  work ();
}

int
main ()
{
  std::vector<int> v (64);
  int *p = v.data ();
  on_device ([=] {
    for (int i = 0; i < 64; i++)
      p[i] = i; /* { dg-check host-memory } */
  });
  return v[3] != 3;
}
