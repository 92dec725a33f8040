/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Dependences of kind inoutset, all memory, and doacross.  { since 13 } */
int
main (void)
{
  int a[8] = { 0 }, sum = 0, all = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : sum)
    sum = 1;
#pragma omp task depend(inoutset : sum)
#pragma omp atomic
    sum += 2;
#pragma omp task depend(inoutset : sum)
#pragma omp atomic
    sum += 4;
#pragma omp task depend(inout : omp_all_memory)
    all = sum;
  }
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 8; i++)
    {
#pragma omp ordered doacross(sink : i - 1)
      a[i] = a[i - 1] + i;
#pragma omp ordered doacross(source :)
    }
  return all != 7 || a[7] != 28;
}
