/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A variable of declare target link that is not mapped.  */

/* { dg-shouldfail "nothing is there" } */
int table[40];
#pragma omp declare target link(table)

static int
entry (int i)
{
  return table[i]; /* { dg-check host-memory } */
}
#pragma omp declare target to(entry)

int
main (void)
{
  int x = 0;
#pragma omp target map(from : x)
  x = entry (3);
  return x;
}
