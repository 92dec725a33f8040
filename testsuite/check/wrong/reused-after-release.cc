/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A smart pointer frees the mapped buffer early in one of two paths.  */

#include <cstdio>
#include <memory>

int
main (int argc, char **)
{
  std::shared_ptr<int> a (new int[16](), std::default_delete<int[]> ());
  int *p = a.get ();
#pragma omp target
  {
  }
#pragma omp target enter data map(to : p[0 : 16])
  if (argc > 0)
    a.reset (); /* { dg-check leak } */
  std::puts ("done");
  return 0;
}
