/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory of the threads of a region, shared among them.  */

int
main (void)
{
  int out[8];
#pragma omp target map(from : out)
  {
    int shared[8] = { 0 };
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 8; i++)
      shared[i] = i;
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int i = 0; i < 8; i++)
#pragma omp task shared(shared, out) firstprivate(i)
      out[i] = shared[i] * 2;
  }
  int bad = 0;
  for (int i = 0; i < 8; i++)
    bad |= out[i] != 2 * i;
  return bad;
}
