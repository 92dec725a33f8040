/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What program.c knows of itself, for client.c.  */

#include <pthread.h>
#include <stdint.h>

struct truth
{
  pthread_t pthread[4]; /* of the threads 0 to 2 of the outer region, and of
                           thread 1 of the inner one */
  int system_id[4];     /* the same, for the system */
  void *lock;           /* the lock that thread 2 waits for */
  void *frame;          /* a frame of the task's body */
  void (*task) (void);  /* a function that the task calls */
  int outside;          /* the number of a thread that is in no region */
};
