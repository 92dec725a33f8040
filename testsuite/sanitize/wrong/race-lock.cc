/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Two threads hold two locks.  */

#include <omp.h>

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

struct guarded
{
  omp_lock_t lock[2];
  int value;
};

int
main ()
{
  guarded data = {};
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target map(tofrom : data)
    {
      omp_init_lock (&data.lock[0]);
      omp_init_lock (&data.lock[1]);
#pragma omp parallel num_threads(2)
      {
        omp_lock_t *mine = &data.lock[omp_get_thread_num () % 2];
        omp_set_lock (mine);
        data.value++; /* { dg-report "data race" } */
        omp_unset_lock (mine);
      }
      omp_destroy_lock (&data.lock[0]);
      omp_destroy_lock (&data.lock[1]);
    }
  return data.value == 7;
}
