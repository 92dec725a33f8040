/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Each team adds to one object in a critical construct, which has a lock for
   each team.  */

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

struct total
{
  int value = 0;
  void
  add (int n)
  {
#pragma omp critical(total)
    value += n; /* { dg-report "data race" } */
  }
};

int
main ()
{
  total sum;
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target teams distribute parallel for num_teams(4) map(tofrom : sum)
    for (int i = 0; i < 100; i++)
      sum.add (i);
  return sum.value == -1;
}
