/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A list whose nodes still point to the host's.  */

#include <stdlib.h>


/* { dg-shouldfail "the device cannot reach it" } */

struct node
{
  int value;
  struct node *next;
};

int
main (void)
{
  struct node last = { 2, NULL }, first = { 1, &last };
  int sum = 0;
#pragma omp target map(to : first, last) map(tofrom : sum)
  for (struct node *n = &first; n != NULL; n = n->next)
    sum += n->value; /* { dg-check host-memory } */
  return 0;
}
