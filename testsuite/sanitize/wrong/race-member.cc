/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* The threads of a team change a member of one object.  */

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

struct counter
{
  int count = 0;
  void
  add (int n)
  {
    count += n; /* { dg-report "data race" } */
  }
};

int
main ()
{
  counter c;
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target map(tofrom : c)
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 1000; i++)
      c.add (1); /* { dg-report "data race" } */
  return c.count == 0;
}
