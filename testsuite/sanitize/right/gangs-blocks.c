/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fopenacc -fsanitize=address" } */
/* Compute regions use variables of blocks and iterations while they last.  */

#define CHECK(what) if (!(what)) __builtin_abort ()

#pragma acc routine seq
__attribute__ ((noinline)) static int
set (int *p, int n)
{
  *p = n;
  return *p;
}

int
main (void)
{
  int sum = 0, nested = 0, kernels = 0;
#pragma acc parallel loop gang worker vector reduction(+ : sum) copy(sum)
  for (int i = 0; i < 100; i++)
    {
      int own;
      set (&own, i);
      {
        int inner;
        sum += set (&inner, own);
      }
    }
  CHECK (sum == 4950);
#pragma acc parallel copy(nested) num_gangs(4)
  {
    int gang;
    set (&gang, 1);
#pragma acc loop gang reduction(+ : nested)
    for (int i = 0; i < 10; i++)
      {
        int row;
        set (&row, 0);
#pragma acc loop vector reduction(+ : row)
        for (int j = 0; j < 10; j++)
          {
            int own;
            row += set (&own, j);
          }
        nested += row + gang;
      }
  }
  CHECK (nested == 460);
#pragma acc kernels copy(kernels)
  for (int i = 0; i < 10; i++)
    {
      int own;
      kernels += set (&own, i);
    }
#pragma acc serial copy(kernels)
  for (int i = 0; i < 10; i++)
    {
      int own;
      kernels += set (&own, i);
    }
  CHECK (kernels == 90);
  return 0;
}
