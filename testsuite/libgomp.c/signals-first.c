/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* A signal reaches a new thread of the library while the thread allocates its
   data.  The handler may call the library, which must not allocate the data a
   second time.  */

#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#include "check.h"

static _Thread_local int in_handler;
static _Thread_local int primary;
static atomic_int sent, handled, allocated;

/* Called by the library in place of libc's.  */
void *
aligned_alloc (size_t alignment, size_t size)
{
  void *memory;
  if (in_handler)
    atomic_fetch_add (&allocated, 1);
  else if (!primary)
    {
      atomic_fetch_add (&sent, 1);
      pthread_kill (pthread_self (), SIGUSR1);
    }
  int error = posix_memalign (&memory, alignment, size);
  if (error != 0)
    errno = error;
  return error != 0 ? NULL : memory;
}

static void
handle (int signal_number)
{
  (void)signal_number;
  in_handler = 1;
  if (omp_get_thread_num () >= 0)
    atomic_fetch_add (&handled, 1);
  in_handler = 0;
}

int
main (void)
{
  int sum = 0;
  primary = 1;
  CHECK (signal (SIGUSR1, handle) != SIG_ERR);
#pragma omp parallel num_threads(4) reduction(+ : sum)
  sum += omp_get_thread_num ();
  CHECK (sum == 6);
  CHECK (atomic_load (&allocated) == 0);
  CHECK (atomic_load (&sent) == 0 || atomic_load (&handled) > 0);
  return 0;
}
