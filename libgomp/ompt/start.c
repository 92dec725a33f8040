/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The tool's life; see ompt.h.

   Owns the tool.  A mutex makes other threads wait while the tool is started.
   The tool is finalized once: by a function that runs before the destructors
   of the tool's library, since it is registered after them, or by the tool
   itself.  */

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/invariant.h"
#include "base/tsan.h"
#include "icv/icv.h"
#include "offload/device/device.h"
#include "ompt/ompt.h"
#include "ompt/timeline.h"
#include "openacc/openacc.h"
#include "os/process.h"
#include "os/shared_count.h"
#include "team/observe.h"
#include "team/pool.h"
#include "team/self.h"

enum stage
{
  NOT_STARTED,
  STARTING,
  ACTIVE,
  ENDING, /* active for the thread that ends it */
  OVER    /* or there is no tool */
};

static struct
{
  pthread_mutex_t lock; /* held while the tool is started */
  atomic_int stage;
  atomic_int starter; /* the thread that starts the tool, see os_thread_id */
  atomic_bool wants;  /* the tool wants events */
  ompt_start_tool_result_t *tool;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

bool
gomp_ompt_is_active (void)
{
  int stage = atomic_load_explicit (&state.stage, memory_order_acquire);
  return stage == ACTIVE || stage == ENDING;
}

static void
finish_at_exit (void)
{
  gomp_ompt_finish ();
}

/* Call the tool's initializer.  False: the tool is not used.  */
static bool
initialize (ompt_start_tool_result_t *tool)
{
  int initial_device = gomp_device_visible_count ();
  if (tool->initialize (gomp_ompt_lookup, initial_device, &tool->tool_data)
      != 0)
    return true;
  gomp_ompt_stop_listening ();
  gomp_ompt_forget_callbacks ();
  gomp_ompt_say ("the tool's initializer returned 0: it is not used");
  return false;
}

/* Look for a tool and start it.  Returns whether there is one.  */
static bool
find_and_start (void)
{
  ompt_start_tool_result_t *tool = gomp_ompt_find ();
  bool used = tool != NULL && initialize (tool);
  if (used && gomp_icv_global.trace != NULL)
    gomp_warning ("GOMP_TRACE has no effect: the program has a tool (OMPT)\n"
                  "  hint: OMP_TOOL=disabled runs it without the tool");
  if (!used && (tool = gomp_timeline_tool ()) != NULL)
    used = initialize (tool);
  if (used)
    {
      state.tool = tool;
      atexit (finish_at_exit);
      gomp_ompt_say ("the tool is active");
    }
  else if (gomp_icv_global.tool)
    gomp_ompt_say ("there is no tool");
  return used;
}

/* The same, unless another copy of the library has done so.  Returns the next
   stage.  */
static enum stage
start (void)
{
  atomic_uint *taken = gomp_ompt_may_find () ? os_shared_tool () : NULL;
  bool used = false;
  gomp_ompt_say_begin ();
  if (taken != NULL && atomic_exchange (taken, 1) != 0)
    gomp_ompt_say ("another copy of the library in this process has the tool");
  else
    {
      used = find_and_start ();
      if (taken != NULL && !used)
        atomic_store (taken, 0);
    }
  gomp_ompt_say_end ();
  return used ? ACTIVE : OVER;
}

/* If threads are not observed, stop watching locks: then they cost as much as
   without a tool.  Another thread may already have seen that they are watched,
   so only a process with one thread stops.  */
static void
forget_locks (void)
{
  if (!gomp_self_is_observed () && os_process_is_single_threaded ())
    gomp_lock_unwatch ();
}

static void
start_once (void)
{
  pthread_mutex_lock (&state.lock);
  if (atomic_load (&state.stage) == NOT_STARTED)
    {
      atomic_store (&state.starter, os_thread_id ());
      atomic_store (&state.stage, STARTING);
      enum stage next = start ();
      if (gomp_icv_global.debug
          || (next == ACTIVE && atomic_load (&state.wants)))
        gomp_self_observe (true);
      atomic_store (&state.stage, next);
      /* Another thread may have asked for events meanwhile.  */
      if (next == ACTIVE && atomic_load (&state.wants)
          && !gomp_self_is_observed ())
        gomp_self_observe (true);
      forget_locks ();
    }
  pthread_mutex_unlock (&state.lock);
}

/* While the initializer runs, the starting thread holds the lock.  */
void
gomp_ompt_observe (void)
{
  if (atomic_exchange (&state.wants, true) || !gomp_ompt_is_active ())
    return;
  pthread_mutex_lock (&state.lock);
  if (gomp_ompt_is_active ())
    gomp_self_observe (true);
  pthread_mutex_unlock (&state.lock);
}

/* In the child, no other thread finishes the start of the tool.  */
void
gomp_tool_forked (void)
{
  int starting = STARTING;
  gomp_observe_forked ();
  gomp_ompt_fork_devices ();
  gomp_timeline_forked ();
  if (atomic_compare_exchange_strong (&state.stage, &starting, OVER))
    pthread_mutex_init (&state.lock, NULL);
}

/* A device process has the environment of its host, but no tool.  */
void
gomp_tool_start (void)
{
  int stage = atomic_load_explicit (&state.stage, memory_order_acquire);
  if (stage > STARTING || gomp_icv_is_device ())
    return;
  if (stage == STARTING && atomic_load (&state.starter) == os_thread_id ())
    return;
  gomp_icv_initial ();
  start_once ();
}

/* What other threads still do, they do unseen.  The tool's functions stop
   first: without the listener some events of a target construct would be
   missing, and the others come.  */
static void
finish (struct gomp_thread *self)
{
  gomp_observe_stop ();
  gomp_ompt_stop_listening ();
  gomp_ompt_finalize_devices ();
  if (self != NULL)
    gomp_observe_thread_end (self, true);
  atomic_store (&state.stage, OVER);
  gomp_self_observe (gomp_icv_global.debug);
  gomp_ompt_forget_callbacks ();
  gomp_invariant (state.tool != NULL, "a tool ends that was not started");
  state.tool->finalize (&state.tool->tool_data);
}

/* A thread of the library that ends the program, as a device is lost, has not
   begun: no callback comes from such a thread.  */
void
gomp_ompt_finish (void)
{
  int active = ACTIVE;
  struct gomp_thread *self = gomp_self_known ();
  if (atomic_load_explicit (&state.stage, memory_order_acquire) != ACTIVE)
    return;
  /* Each worker that ends raises the events of its end itself.  */
  if (self != NULL)
    gomp_team_pause (self);
  else
    {
      gomp_pool_drain ();
      if (gomp_self_is_observed ())
        self = gomp_self_other ();
    }
  gomp_acc_worker_report_ends ();
  if (atomic_compare_exchange_strong (&state.stage, &active, ENDING))
    finish (self);
}
