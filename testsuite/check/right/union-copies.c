/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Members of a union of different length.  */

union number
{
  double d;
  char c;
  struct
  {
    int low, high;
  } i;
};

struct cell
{
  int kind;
  union number n;
};

int
main (void)
{
  struct cell cells[6], copy[6];
  double sum = 0;
#pragma omp target map(from : cells, copy) map(tofrom : sum)
  for (int i = 0; i < 6; i++)
    {
      cells[i].kind = i % 3;
      if (i % 3 == 0)
        cells[i].n.d = i;
      else if (i % 3 == 1)
        cells[i].n.c = (char)i;
      else
        cells[i].n.i.low = i;
      copy[i] = cells[i];
      sum += copy[i].kind == 0   ? copy[i].n.d
             : copy[i].kind == 1 ? copy[i].n.c
                                 : copy[i].n.i.low;
    }
  return sum != 15 || copy[4].n.c != 4 || copy[5].n.i.low != 5;
}
