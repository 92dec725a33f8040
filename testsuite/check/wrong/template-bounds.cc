/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A subscript beyond a variable, in a template.  */

#pragma omp declare target
static double rows[6];
template <typename T> struct table
{
  static T __attribute__ ((noinline))
  at (int i)
  {
    return rows[i]; /* { dg-check bounds } */
  }
};
#pragma omp end declare target

int
main ()
{
  double sum = 0;
#pragma omp target map(tofrom : sum)
  for (int i = 0; i <= 6; i++)
    sum += table<double>::at (i);
  return sum < 0;
}
