/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Chunks are filled, computed and emptied by tasks that depend on each
   other.  */

#define CHUNK 32
#define CHUNKS 6

int
main (void)
{
  int buffer[CHUNKS][CHUNK], total = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int b = 0; b < CHUNKS; b++)
    {
#pragma omp task depend(out : buffer[b]) shared(buffer)
      for (int i = 0; i < CHUNK; i++)
        buffer[b][i] = i;
#pragma omp target enter data map(to : buffer[b : 1]) nowait                    \
    depend(inout : buffer[b])
#pragma omp target nowait depend(inout : buffer[b]) map(tofrom : buffer[b : 1])
      for (int i = 0; i < CHUNK; i++)
        buffer[b][i] *= 2;
#pragma omp target exit data map(from : buffer[b : 1]) nowait                   \
    depend(inout : buffer[b])
#pragma omp task depend(in : buffer[b]) shared(buffer, total)
      for (int i = 0; i < CHUNK; i++)
#pragma omp atomic
        total += buffer[b][i];
    }
  return total != CHUNKS * CHUNK * (CHUNK - 1);
}
