/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* An iteration reads the object before it enters the ordered construct.  */

struct state
{
  int value = 0;
};

int
main ()
{
  state s;
#pragma omp target map(tofrom : s)
#pragma omp parallel for ordered num_threads(4) schedule(static, 1)
  for (int i = 0; i < 100; i++)
    {
      int next = s.value + 1; /* { dg-report "data race" } */
#pragma omp ordered
      s.value = next; /* { dg-report "data race" } */
    }
  return s.value == 0;
}
