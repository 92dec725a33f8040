/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An array of variable length, of an inner scope, that is mapped by a pointer to
   it; the first round ends while it is mapped.  */
/* { dg-output "leaves its scope while it is mapped: rows \\[leak" } */

static int
first (int *p, int n)
{
#pragma omp target
  {
  }
#pragma omp target enter data map(to : p[0 : n])
  return p[0];
}

int
main (int argc, char **argv)
{
  int sum = 0;
  (void)argv;
  for (int k = 0; k < 2; k++)
    {
      int rows[20 * argc][2]; /* { dg-check leak } */
      for (int i = 0; i < 20 * argc; i++)
        rows[i][0] = rows[i][1] = i;
      sum += first (rows[3], 10);
    }
  return sum != 6;
}
