/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* { dg-set-target-env-var ASAN_OPTIONS detect_leaks=1 } */
/* A region never deletes what it has made, often: the address of the last
   object may be left on a stack, where it looks like a use.  */

struct node
{
  int value;
  node *next;
};

int
main ()
{
  int first = 0;
#pragma omp target map(tofrom : first)
  for (int i = 0; i < 16; i++)
    {
      volatile node *n = new node { 7, nullptr }; /* { dg-report "leak" } */
      first = n->value;
    }
  return first != 7;
}
