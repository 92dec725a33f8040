/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Each iteration of a team also writes the element behind its own: the last one
   of a chunk writes what another team has.  */

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

#define N 100

int
main (void)
{
  int a[N + 1] = { 0 };
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target teams distribute num_teams(4) map(tofrom : a)
    for (int i = 0; i < N; i++)
      {
        a[i] = i;     /* { dg-report "data race" } */
        a[i + 1] = i; /* { dg-report "data race" } */
      }
  return a[1] == -1;
}
