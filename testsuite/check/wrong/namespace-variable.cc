/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A variable of a namespace is set on the host only.  */

namespace model
{
double scale = 1;
#pragma omp declare target to(scale)
}

int
main (int argc, char **)
{
  double x = 0;
  model::scale = 2.5 * argc;
#pragma omp target map(from : x)
  x = 3 * model::scale; /* { dg-check stale } */
  return x < 0;
}
