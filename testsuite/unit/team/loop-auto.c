/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What OMP_SCHEDULE=auto means on invented machines: static; but if the speeds
   of CPUs differ and the order of iterations is free, a loop in which threads
   help each other.  The library finds the machine's files below a root that the
   test makes.  Each machine has its own process, since the library looks only
   once.  */

#define _GNU_SOURCE 1
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/wait.h>

#include "abi/gomp_team.h"
#include "check.h"
#include "files.h"
#include "icv/icv.h"
#include "icv/places.h"
#include "team/loop.h"
#include "team/team.h"

#define CPUS 8
#define ITERATIONS 64

static int without_root; /* machines that could not be entered */

/* A machine whose CPUs from the third on have the capacity REST; NULL: it tells
   no capacities.  */
static void
make_machine (const char *rest)
{
  begin_files ();
  for (int cpu = 0; cpu < CPUS; cpu++)
    {
      char path[256];
      snprintf (path, sizeof (path),
                "/sys/devices/system/cpu/cpu%d/cpu_capacity", cpu);
      if (rest != NULL)
        put (path, cpu < 2 ? "1024\n" : rest);
      else
        put ("/sys/nothing", "");
    }
}

/* From now on this process sees the machine only, and may use all of it.  */
static bool
enter_machine (void)
{
  static unsigned long all[] = { (1ul << CPUS) - 1 };
  if (chroot (root) != 0
      && (unshare (CLONE_NEWUSER) != 0 || chroot (root) != 0))
    return false;
  gomp_places.all = all;
  gomp_places.words = 1;
  return true;
}

#define NOT_ENTERED 2

/* Does QUESTION hold on such a machine?  */
static void
on_machine (const char *rest, bool (*question) (void))
{
  int status = 0;
  make_machine (rest);
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      alarm (200);
      _exit (!enter_machine () ? NOT_ENTERED : !question ());
    }
  EXPECT (child > 0 && waitpid (child, &status, 0) == child);
  if (WIFEXITED (status) && WEXITSTATUS (status) == NOT_ENTERED)
    without_root++;
  else
    EXPECT (status == 0);
  end_files ();
}

static struct gomp_loop
automatic (void)
{
  struct gomp_loop loop = { .count = ITERATIONS,
                            .step = 1,
                            .end = ITERATIONS,
                            .schedule = GOMP_SCHEDULE_DYNAMIC,
                            .chunk = 5 };
  struct gomp_thread *self = gomp_self ();
  gomp_icv_writable (self)->schedule = GOMP_SCHEDULE_AUTO;
  return loop;
}

static bool
is_static (void)
{
  struct gomp_loop loop = automatic ();
  gomp_loop_runtime (gomp_self (), &loop);
  return loop.schedule == GOMP_SCHEDULE_STATIC && loop.chunk == 0;
}

static bool
is_shared_out (void)
{
  struct gomp_loop loop = automatic ();
  gomp_loop_runtime (gomp_self (), &loop);
  return loop.schedule == GOMP_SCHEDULE_GUIDED && loop.chunk == 0
         && !loop.monotonic;
}

/* Where the program relies on an order.  */
static bool
order_is_kept (void)
{
  struct gomp_loop monotonic = automatic ();
  monotonic.monotonic = true;
  gomp_loop_runtime (gomp_self (), &monotonic);
  struct gomp_loop ordered = automatic ();
  ordered.ordered = true;
  gomp_loop_runtime (gomp_self (), &ordered);
  struct gomp_loop doacross = automatic ();
  doacross.dimensions = 1;
  gomp_loop_runtime (gomp_self (), &doacross);
  gomp_icv_writable (gomp_self ())->schedule |= GOMP_SCHEDULE_MONOTONIC;
  struct gomp_loop by_icv
      = { .count = ITERATIONS, .step = 1, .end = ITERATIONS };
  gomp_loop_runtime (gomp_self (), &by_icv);
  return monotonic.schedule == GOMP_SCHEDULE_STATIC
         && ordered.schedule == GOMP_SCHEDULE_STATIC
         && doacross.schedule == GOMP_SCHEDULE_STATIC
         && by_icv.schedule == GOMP_SCHEDULE_STATIC;
}

static atomic_int helped;      /* of thread 0's block, done by thread 1 */
static _Atomic uint64_t block; /* end of the first chunk of thread 0 */

/* Thread 0 is slow: it does not go on before the other one, done with its own
   half, has done something of what is left of this one's.  */
static void
slow_and_fast (void *arg)
{
  struct gomp_loop loop = *(struct gomp_loop *)arg;
  struct gomp_thread *self = gomp_self ();
  uint64_t start, end;
  gomp_loop_runtime (self, &loop);
  gomp_loop_start (self, &loop);
  while (gomp_loop_next (self, &start, &end))
    if (self->thread_num == 1)
      atomic_fetch_add (&helped, start < ITERATIONS / 2);
    else if (atomic_load (&block) == 0)
      {
        atomic_store (&block, end);
        while (atomic_load (&helped) == 0)
          sched_yield ();
      }
  gomp_loop_leave (self);
}

static bool
fast_thread_helps (void)
{
  struct gomp_loop loop = automatic ();
  GOMP_parallel (slow_and_fast, &loop, 2, 0);
  return atomic_load (&block) < ITERATIONS / 2;
}

static void
test_equal_cpus (void)
{
  on_machine ("1024\n", is_static);
  on_machine ("900\n", is_static);
}

static void
test_unknown_cpus (void)
{
  on_machine (NULL, is_static);
}

static void
test_unequal_cpus (void)
{
  on_machine ("446\n", is_shared_out);
  on_machine ("446\n", order_is_kept);
}

static void
test_fast_thread_helps (void)
{
  on_machine ("446\n", fast_thread_helps);
}

int
main (void)
{
  RUN (test_equal_cpus);
  RUN (test_unknown_cpus);
  RUN (test_unequal_cpus);
  RUN (test_fast_thread_helps);
  if (without_root > 0)
    printf ("UNSUPPORTED: %d machines: no right to change the root\n",
            without_root);
  return check_done ();
}
