/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host fills one buffer while the device works on the other.  */

#define N 100
#define STEPS 6

static int buffer[2][N];

int
main (void)
{
  int sum = 0;
#pragma omp target data map(alloc : buffer) map(tofrom : sum)
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int step = 0; step < STEPS; step++)
    {
      int (*b)[N] = &buffer[step % 2];
#pragma omp task depend(inout : b[0]) firstprivate(b)
      for (int i = 0; i < N; i++)
        (*b)[i] = step;
#pragma omp target update to(buffer[step % 2 : 1]) depend(inout : b[0]) nowait
#pragma omp target nowait depend(inout : b[0], sum) firstprivate(step)        \
    map(tofrom : sum)
      for (int i = 0; i < N; i++)
        sum += buffer[step % 2][i];
    }
  return sum != N * STEPS * (STEPS - 1) / 2;
}
