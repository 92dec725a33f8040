/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A thread whose first call into the library starts the device, and one whose
   only calls are for memory there.  */

#include <omp.h>
#include <openacc.h>
#include <pthread.h>
#include <stdlib.h>

static void *
start (void *unused)
{
  (void)unused;
  int data = 1;
  acc_copyin (&data, sizeof data);
  acc_delete (&data, sizeof data);
  return NULL;
}

static void *
allocate (void *unused)
{
  (void)unused;
  omp_target_free (omp_target_alloc (100, 0), 0);
  return NULL;
}

static void
call (void *(*first) (void *))
{
  pthread_t thread;
  if (pthread_create (&thread, NULL, first, NULL) != 0
      || pthread_join (thread, NULL) != 0)
    abort ();
}

int
main (void)
{
  call (start);
  call (allocate);
  return 0;
}
