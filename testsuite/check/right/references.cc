/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* References to scalars, arrays and elements are mapped.  */

struct totals
{
  int &sum;
  int (&bins)[4];
};

static void __attribute__ ((noinline))
count (int &sum, int (&bins)[4], const int &n)
{
#pragma omp target map(tofrom : sum, bins) map(to : n)
  for (int i = 0; i < n; i++)
    {
      sum += i;
      bins[i % 4]++;
    }
}

int
main ()
{
  int sum = 0, bins[4] = {};
  totals t{ sum, bins };
  count (t.sum, t.bins, 12);
  int &again = t.bins[2];
#pragma omp target map(tofrom : again)
  again += 10;
  return sum != 66 || bins[2] != 13 || bins[3] != 3;
}
