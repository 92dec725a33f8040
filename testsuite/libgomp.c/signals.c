/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Signals during waits, with and without SA_RESTART, whose handlers call the
   library: no wait ends early, none hangs.  */

#include <omp.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/time.h>

#include "check.h"
#include "fib.h"

static atomic_int signals; /* lock-free: for handlers too */

static void
handle (int signal_number)
{
  (void)signal_number;
  signals++;
  if (omp_get_thread_num () < 0 || omp_get_num_threads () < 1
      || omp_get_level () < 0 || omp_get_max_threads () < 1)
    abort ();
}

static void
work (void)
{
  int order = 0, result = 0, count = 0;
  omp_lock_t lock;
  omp_init_lock (&lock);
#pragma omp parallel
  {
    for (int i = 0; i < 10; i++)
      {
#pragma omp barrier
        omp_set_lock (&lock);
        count++;
        omp_unset_lock (&lock);
#pragma omp for ordered
        for (int k = 0; k < 16; k++)
#pragma omp ordered
          order++;
      }
#pragma omp single
    result = fib (10);
  }
  omp_destroy_lock (&lock);
  CHECK (order == 160 && result == 55 && count % 10 == 0);
}

int
main (void)
{
  const struct itimerval often = { { 0, 300 }, { 0, 300 } };
  const struct itimerval never = { { 0, 0 }, { 0, 0 } };
  omp_get_max_threads ();
  for (int flags = 0; flags < 2; flags++)
    {
      struct sigaction action;
      memset (&action, 0, sizeof (action));
      action.sa_handler = handle;
      action.sa_flags = flags ? SA_RESTART : 0;
      sigaction (SIGALRM, &action, NULL);
      setitimer (ITIMER_REAL, &often, NULL);
      int before = signals;
      for (int round = 0; round < 10 || signals < before + 100; round++)
        work ();
      setitimer (ITIMER_REAL, &never, NULL);
    }
  return 0;
}
