/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Each team of a league writes a member of one object by a reference.  */

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

struct result
{
  double largest = 0;
  void
  take (double value)
  {
    if (largest < value) /* { dg-report "data race" } */
      largest = value;   /* { dg-report "data race" } */
  }
};

int
main ()
{
  for (int turn = 0; turn < TURNS; turn++)
    {
      result r;
#pragma omp target teams distribute num_teams(4) map(tofrom : r)
      for (int i = 0; i < 100; i++)
        r.take (i);
    }
  return 0;
}
