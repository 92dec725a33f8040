/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* declare target link.  */

int table[100];
#pragma omp declare target link(table)

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++)
    table[i] = i;
#pragma omp target map(tofrom : table) map(tofrom : sum)
  for (int i = 0; i < 100; i++)
    {
      sum += table[i];
      table[i] = 0;
    }
  for (int i = 0; i < 100; i++)
    sum += table[i];
  return sum != 4950;
}
