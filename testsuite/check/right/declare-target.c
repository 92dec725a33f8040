/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Variables that are always there.  */

#pragma omp declare target
int table[16];
int count;
static double factors[4] = { 1, 2, 3, 4 };
static int
look_up (int i)
{
  return table[i] + (int)factors[i % 4];
}
#pragma omp end declare target

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 16; i++)
    table[i] = i;
#pragma omp target update to(table)
#pragma omp target map(tofrom : sum)
  for (int i = 0; i < 16; i++)
    {
      sum += look_up (i);
      count++;
    }
#pragma omp target update from(count)
  return sum != 120 + 40 || count != 16;
}
