/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Pointers in a structure that is too large to be gathered: the data between
   them keep their values when the pointers are set one by one.  */

#include <string.h>

#include "target-check.h"

struct parts
{
  char before[40000];
  int *first;
  char between[1000];
  int *second;
  char after[500];
};

static struct parts s;

static int
count_lost (const char *part, int size)
{
  int lost = 0;
  for (int i = 0; i < size; i++)
    lost += part[i] != 7;
  return lost;
}
#pragma omp declare target to(count_lost)

/* The compiler passes the clauses in either order.  */
int
main (void)
{
  int x[10] = { 1 }, y[10] = { 4 }, lost = -1, sum = 0;
  memset (&s, 7, sizeof (s));
  s.first = x;
  s.second = y;
#pragma omp target map(tofrom: s) map(to: s.first[0:10], s.second[0:10])      \
    map(tofrom: lost, sum)
  {
    lost = count_lost (s.before, 40000) + count_lost (s.between, 1000)
           + count_lost (s.after, 500);
    sum = s.first[0] + s.second[0];
  }
  CHECK (lost == 0 && sum == 5);
#pragma omp target map(tofrom: s) map(to: s.second[0:10], s.first[0:10])      \
    map(tofrom: lost, sum)
  {
    lost = count_lost (s.before, 40000) + count_lost (s.between, 1000)
           + count_lost (s.after, 500);
    sum = s.first[0] + 10 * s.second[0];
  }
  CHECK (lost == 0 && sum == 41);
  CHECK (s.first == x && s.second == y && count_lost (s.between, 1000) == 0);
  return 0;
}
