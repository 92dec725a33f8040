/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A lock is taken and released while another thread looks at it.  The other
   thread must not wait until the lock is taken once more: with an active
   waiting policy that was for ever.  The time of a round depends on the
   scheduler if threads outnumber CPUs, so the test makes as many rounds as it
   has time for.  */
/* { dg-set-target-env-var OMP_WAIT_POLICY "active" } */
/* { dg-threads "2 4 8" } */

#include <omp.h>

#include "check.h"

#define ROUNDS 1500
#define SECONDS 0.5
#define COUNT 10

static void
contend (omp_lock_t *lock)
{
  long taken = 0;

#pragma omp parallel
  for (int i = 0; i < COUNT; i++)
    {
      omp_set_lock (lock);
      taken++;
      omp_unset_lock (lock);
    }
  CHECK (taken == (long)COUNT * omp_get_max_threads ());
}

int
main (void)
{
  omp_lock_t lock;

  omp_init_lock (&lock);
  double end = omp_get_wtime () + SECONDS;
  for (int i = 0; i < ROUNDS && omp_get_wtime () < end; i++)
    contend (&lock);
  omp_destroy_lock (&lock);
  return 0;
}
