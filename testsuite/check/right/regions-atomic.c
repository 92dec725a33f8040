/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions at the same time that count in common by atomic operations, for which
   the processor has an instruction, a loop or nothing; and one that takes from
   the other what that has ready.  */

#define N 100

#pragma omp declare target
static int ready, value;
#pragma omp end declare target

int
main (void)
{
  int count = 0, last = 0;
  double sum = 0;
  long double most = 0;
  for (int k = 0; k < 3; k++)
    {
#pragma omp target teams distribute parallel for nowait                        \
    map(tofrom : count, sum, most)
      for (int i = 0; i < N; i++)
        {
#pragma omp atomic
          count++;
#pragma omp atomic
          sum += i;
#pragma omp atomic
          most += i;
        }
    }
#pragma omp target nowait
  {
    value = 5;
#pragma omp atomic write seq_cst
    ready = 1;
  }
#pragma omp target nowait map(from : last)
  {
    int is = 0, tries = 0;
    last = 5;
    while (!is && tries++ < 1000)
      {
#pragma omp atomic read seq_cst
        is = ready;
      }
    if (is)
      last = value;
  }
#pragma omp taskwait
  return count != 300 || sum != 14850 || most != 14850 || last != 5;
}
