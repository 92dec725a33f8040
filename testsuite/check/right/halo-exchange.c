/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Only the rows at the edges go between the host and the device.  */

#define N 10
#define M 8

static double u[N][M];

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      u[i][j] = i;
#pragma omp target data map(tofrom : u)
  for (int step = 0; step < 3; step++)
    {
#pragma omp target update from(u[1 : 1], u[N - 2 : 1])
      for (int j = 0; j < M; j++)
        {
          u[0][j] = u[N - 2][j];
          u[N - 1][j] = u[1][j];
        }
#pragma omp target update to(u[0 : 1], u[N - 1 : 1])
#pragma omp target
      for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < M; j++)
          u[i][j] += u[i - 1][j] * 0 + 1;
    }
  return u[0][0] != 10 || u[1][3] != 4 || u[N - 1][2] != 3 || u[5][5] != 8;
}
