/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A thread whose first call into the library starts the device.  */

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

int
main (void)
{
  pthread_t thread;
  if (pthread_create (&thread, NULL, start, NULL) != 0
      || pthread_join (thread, NULL) != 0)
    abort ();
  return 0;
}
