/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* An iteration of two loops waits for the row above, and uses the element to
   the left.  */

template <int N>
struct table
{
  int cell[N][N] = {};
  void
  fill (int n)
  {
#pragma omp target map(tofrom : cell)
#pragma omp parallel for collapse(2) ordered(2) num_threads(4)                 \
    schedule(static, 1)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < n; j++)
        {
#pragma omp ordered depend(sink : i - 1, j)
          cell[i][j] += cell[i][j - 1]; /* { dg-report "data race" } */
#pragma omp ordered depend(source)
        }
  }
};

int
main ()
{
  table<20> t;
  t.fill (20);
  return t.cell[1][1] == -1;
}
