/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Iterations of two loops use the elements that they wait for, in a template
   and with the type of the loops' variables.  */

#define CHECK(what) if (!(what)) __builtin_abort ()

template <typename T, int N>
struct table
{
  T cell[N][N] = {};
  void
  fill ()
  {
#pragma omp target map(tofrom : cell)
#pragma omp parallel for collapse(2) ordered(2) num_threads(4)                 \
    schedule(static, 1)
    for (T i = 1; i < N; i++)
      for (T j = 1; j < N; j++)
        {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
          cell[i][j] = cell[i - 1][j] + cell[i][j - 1] + 1;
#pragma omp ordered depend(source)
        }
  }
};

int
main ()
{
  table<int, 12> a;
  table<unsigned long, 12> b;
  a.fill ();
  b.fill ();
  CHECK (a.cell[1][11] == 11 && a.cell[2][2] == 5);
  CHECK (b.cell[1][11] == 11 && b.cell[2][2] == 5);
  return 0;
}
