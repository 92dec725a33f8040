/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A lock that is taken and given back while another thread looks at it: that
   thread waited for somebody to take it again, for ever with an active waiting
   policy.  How long a round takes depends on the scheduler where threads
   outnumber CPUs, so there are as many as there is time for.  */
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
