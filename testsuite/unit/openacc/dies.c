/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A plugin ends the program while it does work of a queue.  An exit handler
   waits for a thread that waits for the queue, which does not go on, or shuts
   the device down, and the program ends.  */

#define REGIONS(X) X (nothing)
#include "device.h"

#include <sys/wait.h>
#include <unistd.h>

#include "plugin.h"

enum
{
  QUEUE = 4,
  GOOD = 7 /* the child's result */
};

static pthread_t other;
static atomic_bool is_waiting, has_gone_on;

static void
nothing (void **slots)
{
  (void)slots;
}

/* With the other thread asleep, usually.  */
static bool
run_and_die (int n, void *fn, void *vars, const unsigned *dims)
{
  (void)fn;
  (void)vars;
  (void)dims;
  while (!is_waiting)
    usleep (1000);
  usleep (50000);
  GOMP_PLUGIN_fatal ("no region on device %d", n);
}

static void *
wait_too (void *arg)
{
  is_waiting = true;
  gomp_acc_wait (QUEUE);
  has_gone_on = true;
  return arg;
}

static void
join_and_shut_down (void)
{
  pthread_join (other, NULL);
  gomp_acc_shutdown (EMULATED);
  _exit (has_gone_on ? 0 : GOOD);
}

static void
child (void)
{
  const struct gomp_acc_region r = { .fn = host_nothing, .order.async = QUEUE };
  make_acc_devices (run_and_die);
  atexit (join_and_shut_down);
  alarm (30);
  EXPECT (gomp_acc_compute (&r) == GOMP_OK);
  pthread_create (&other, NULL, wait_too, NULL);
  for (;;)
    pause ();
}

static void
in_a_queue (void)
{
  int status;
  pid_t pid = fork ();
  if (pid == 0)
    child ();
  EXPECT (waitpid (pid, &status, 0) == pid && WIFEXITED (status)
          && WEXITSTATUS (status) == GOOD);
}

int
main (void)
{
  RUN (in_a_queue);
  return check_done ();
}
