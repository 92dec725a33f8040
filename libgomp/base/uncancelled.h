/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A scope in which the calling thread is not cancelled, for code that calls
   functions of the C library which are cancellation points:

     UNCANCELLED int before = gomp_uncancelled_begin ();

   A thread that pthread_cancel ends within the library would keep its locks,
   slots and descriptors.  So the library has no cancellation point: each
   function that does I/O or waits in the C library has such a scope, and so has
   the start of devices, which runs foreign code.  Scopes nest.  Async-signal
   safe.  */

#ifndef GOMP_BASE_UNCANCELLED_H
#define GOMP_BASE_UNCANCELLED_H

#include <pthread.h>

#define UNCANCELLED __attribute__ ((cleanup (gomp_uncancelled_end), unused))

static inline int
gomp_uncancelled_begin (void)
{
  int before = PTHREAD_CANCEL_ENABLE;
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &before);
  return before;
}

static inline void
gomp_uncancelled_end (const int *before)
{
  pthread_setcancelstate (*before, NULL);
}

#endif
