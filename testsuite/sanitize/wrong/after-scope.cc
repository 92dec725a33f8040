/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A lambda refers to an array of a block that has ended.  */

int
main ()
{
  int sum = 0;
#pragma omp target teams distribute map(tofrom : sum) reduction(+ : sum)
  for (int i = 0; i < 8; i++)
    {
      const int *volatile first;
      auto get = [&first] {
        return *first; /* { dg-report "stack-use-after-scope" } */
      };
      {
        int own[4] = { i };
        first = own;
        sum += get ();
      }
      sum += get (); /* { dg-report "stack-use-after-scope" } */
    }
  return sum == -1;
}
