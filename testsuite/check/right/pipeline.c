/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A pipeline of target tasks over blocks.  */

#define BLOCKS 4
#define SIZE 32

static int in[BLOCKS][SIZE], out[BLOCKS][SIZE];

int
main (void)
{
  int bad = 0;
  for (int b = 0; b < BLOCKS; b++)
    {
#pragma omp task depend(out : in[b]) firstprivate(b)
      for (int i = 0; i < SIZE; i++)
        in[b][i] = b * i;
#pragma omp target enter data map(to : in[b : 1]) map(alloc : out[b : 1])     \
    nowait depend(inout : in[b])
#pragma omp target nowait depend(inout : in[b]) firstprivate(b)               \
    map(alloc : in[b : 1], out[b : 1])
      for (int i = 0; i < SIZE; i++)
        out[b][i] = in[b][i] + 1;
#pragma omp target exit data map(from : out[b : 1]) map(release : in[b : 1])  \
    nowait depend(inout : in[b])
#pragma omp task depend(in : in[b]) firstprivate(b)
      for (int i = 0; i < SIZE; i++)
        if (out[b][i] != b * i + 1)
          {
#pragma omp atomic write
            bad = 1;
          }
    }
#pragma omp taskwait
  return bad;
}
