/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the system says about threads: which sleep, which want a CPU.  */

#include "os/process.h"

#include <pthread.h>

#include "check.h"
#include "os/os.h"

static atomic_uint go_on;     /* 1: the other thread shall end */
static atomic_int the_thread; /* it */

static void *
sleep_on (void *arg)
{
  atomic_store (&the_thread, os_thread_id ());
  while (atomic_load (&go_on) == 0)
    os_futex_wait (&go_on, 0, GOMP_WAIT_PRIVATE, -1);
  return arg;
}

static void
test_who_wants_a_cpu (void)
{
  pthread_t other;
  int thread;
  EXPECT (os_thread_cpu (os_thread_id ()) >= 0);
  pthread_create (&other, NULL, sleep_on, NULL);
  while ((thread = atomic_load (&the_thread)) == 0)
    os_yield ();
  while (os_thread_cpu (thread) >= 0)
    os_yield ();
  atomic_store (&go_on, 1);
  os_futex_wake (&go_on, 1, GOMP_WAIT_PRIVATE);
  pthread_join (other, NULL);
  EXPECT (os_thread_cpu (-1) < 0);
}

int
main (void)
{
  RUN (test_who_wants_a_cpu);
  return check_done ();
}
