/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The threads of a team use all that orders them.  */

#include <omp.h>

#define N 200

int total, flags[N];
#pragma omp declare target(total, flags)

#pragma omp declare target
static void
count (int *sum, omp_lock_t *lock)
{
  omp_set_lock (lock);
  ++*sum;
  omp_unset_lock (lock);
}
#pragma omp end declare target

int
main (void)
{
  int a[N], b[N], sum = 0, locked = 0, first = 0, ordered = 0, tasks = 0;
#pragma omp target map(tofrom : sum, locked, first, ordered, tasks)            \
    map(from : a, b)
  {
    omp_lock_t lock;
    omp_init_lock (&lock);
#pragma omp parallel num_threads(4)
    {
#pragma omp for
      for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < N; i++)
        {
          b[i] = a[N - 1 - i];
          sum += b[i];
        }
#pragma omp single
      first = b[0];
      count (&locked, &lock);
#pragma omp critical
      total += first;
#pragma omp for ordered
      for (int i = 0; i < N; i++)
#pragma omp ordered
        ordered = i;
#pragma omp single
      for (int i = 0; i < N; i++)
#pragma omp task depend(inout : tasks) shared(tasks)
        tasks++;
#pragma omp for
      for (int i = 0; i < N; i++)
#pragma omp atomic
        flags[i % 7]++;
    }
    omp_destroy_lock (&lock);
    first += total + flags[0];
  }
  if (sum != N * (N - 1) / 2 || locked != 4 || ordered != N - 1 || tasks != N)
    __builtin_abort ();
  return first != 5 * (N - 1) + (N + 6) / 7;
}
