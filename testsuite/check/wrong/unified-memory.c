/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-require-effective-target own_device } */
/* A program that needs shared memory: each access that would fail without is
   reported, and the program goes on as it would with.  */
/* { dg-set-target-env-var OFFLOAD_EMUL_SHARED "1" } */

#include <stdlib.h>

struct node
{
  struct node *next;
  int value;
};

int
main (void)
{
  struct node *list = NULL;
  int sum = 0, local = 5, *p = &local, mapped = 1;
  for (int i = 1; i <= 100; i++)
    {
      struct node *n = malloc (sizeof *n);
      n->next = list;
      n->value = i;
      list = n;
    }
#pragma omp target map(tofrom : sum, mapped)
  {
    for (struct node *n = list; n; n = n->next) /* { dg-check host-memory } */
      {
        sum += n->value;       /* { dg-check host-memory } */
        n->value = -n->value; /* { dg-check host-memory } */
      }
    *p += mapped; /* { dg-check host-memory } */
  }
  if (sum != 5050 || local != 6 || mapped != 1)
    abort ();
  for (struct node *n = list; n != NULL; n = n->next)
    sum += n->value;
  local = 10;
#pragma omp target map(tofrom : sum)
  sum += *p; /* { dg-check host-memory } */
  if (sum != 10)
    abort ();
  return 0;
}
