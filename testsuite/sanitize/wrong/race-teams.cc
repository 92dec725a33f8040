/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Each team of a league writes a member of one object by a reference.  */

struct result
{
  double largest = 0;
  void
  take (double value)
  {
    if (largest < value) /* { dg-report "data race" } */
      largest = value; /* { dg-report "data race" } */
  }
};

int
main ()
{
  result r;
#pragma omp target teams distribute num_teams(4) map(tofrom : r)
  for (int i = 0; i < 100; i++)
    r.take (i);
  return r.largest == -1;
}
