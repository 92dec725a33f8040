/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Launches of target regions; see tool.h.

   Owns the list of running launches, which the mutex protects, and the lanes of
   the trace that are in use.  Any thread: a launch may end in another one.  */

#include "base/diag.h"
#include "base/invariant.h"
#include "os/os.h"
#include "os/process.h"
#include "sync/mutex.h"
#include "tool/internal.h"

static struct launch_state
{
  struct gomp_mutex mutex;
  struct gomp_tool_launch *launches;
  atomic_uint_least32_t flows; /* launches begun */
} launch_state;

/* ---- Lanes.  */

static int
take_lane (struct gomp_tool_device *device)
{
  for (int i = 0; i < GOMP_TOOL_LANE_WORDS; i++)
    {
      atomic_uint_least64_t *word = &device->lanes[i];
      uint64_t taken = atomic_load_explicit (word, memory_order_relaxed);
      while (taken != UINT64_MAX)
        {
          int lane = __builtin_ctzll (~taken);
          if (atomic_compare_exchange_weak_explicit (
                  word, &taken, taken | UINT64_C (1) << lane,
                  memory_order_relaxed, memory_order_relaxed))
            return 64 * i + lane;
        }
    }
  return GOMP_TOOL_LANES;
}

static void
put_lane (struct gomp_tool_device *device, int lane)
{
  if (lane < GOMP_TOOL_LANES)
    atomic_fetch_and (&device->lanes[lane / 64], ~(UINT64_C (1) << lane % 64));
}

/* For an invariant.  */
static inline bool
has_lane (const struct gomp_tool_device *device, int lane)
{
  return lane >= GOMP_TOOL_LANES
         || (atomic_load (&device->lanes[lane / 64]) >> lane % 64 & 1) != 0;
}

/* SPAN is about LAUNCH.  */
static void
set_flow (struct gomp_tool_span *span, const struct gomp_tool_launch *launch)
{
  atomic_store_explicit (&span->flow_start, launch->start,
                         memory_order_relaxed);
  /* Release: pairs with the load in trace.c's write_open.  */
  atomic_store_explicit (&span->flow, launch->flow, memory_order_release);
}

/* ---- The list of those that are not ended.  */

struct gomp_tool_launch *
gomp_tool_launches_lock (void)
{
  gomp_mutex_lock (&launch_state.mutex);
  return launch_state.launches;
}

void
gomp_tool_launches_unlock (void)
{
  gomp_mutex_unlock (&launch_state.mutex);
}

static void
list_launch (struct gomp_tool_launch *launch)
{
  launch->next = gomp_tool_launches_lock ();
  launch->link = &launch_state.launches;
  if (launch->next != NULL)
    launch->next->link = &launch->next;
  launch_state.launches = launch;
  gomp_tool_launches_unlock ();
}

static void
unlist_launch (struct gomp_tool_launch *launch)
{
  gomp_mutex_lock (&launch_state.mutex);
  gomp_invariant (launch->link == NULL || *launch->link == launch,
                  "a launch is not where it is listed");
  gomp_invariant (launch->link == NULL
                      || has_lane (launch->device, launch->lane),
                  "a launch ends without its lane, %d", launch->lane);
  /* NULL in the child of a fork.  */
  if (launch->link != NULL)
    *launch->link = launch->next;
  if (launch->link != NULL && launch->next != NULL)
    launch->next->link = launch->link;
  gomp_mutex_unlock (&launch_state.mutex);
}

/* ---- Launches.  */

void
gomp_tool_launch_begin (struct gomp_tool_launch *launch,
                        struct gomp_tool_device *device,
                        struct gomp_tool_region *region, const void *at)
{
  struct gomp_tool_span *span = gomp_tool_innermost ();
  uint64_t number = atomic_fetch_add (&launch_state.flows, 1) + UINT64_C (1);
  launch->device = device;
  launch->region = region;
  launch->at = at;
  launch->lane = take_lane (device);
  launch->flow = (uint64_t)os_process_id () << 32 | number;
  atomic_init (&launch->end, 0);
  gomp_tool_say (GOMP_INFO_LAUNCH, "%s: runs %s %s", device->name,
                 gomp_tool_region_words (region),
                 region == NULL ? "" : region->name);
  launch->start = gomp_tool_time_in (span);
  launch->left = span == NULL
                 || atomic_load_explicit (&span->kind, memory_order_relaxed)
                        != GOMP_TOOL_WAIT;
  if (span != NULL)
    set_flow (span, launch);
  list_launch (launch);
}

void
gomp_tool_launch_done (struct gomp_tool_launch *launch)
{
  atomic_store (&launch->end, os_time_ns ());
}

struct gomp_tool_event
gomp_tool_launch_event (const struct gomp_tool_launch *launch)
{
  return (struct gomp_tool_event){ .kind = GOMP_TOOL_LAUNCH,
                                   .device = launch->device,
                                   .region = launch->region,
                                   .at = launch->at,
                                   .start = launch->start,
                                   .end = atomic_load (&launch->end),
                                   .flow = launch->flow,
                                   .left = launch->left,
                                   .lane = launch->lane };
}

void
gomp_tool_launch_end (struct gomp_tool_launch *launch)
{
  struct gomp_tool_event event = gomp_tool_launch_event (launch);
  if (event.end == 0)
    event.end = os_time_ns ();
  if (event.end < event.start)
    event.end = event.start;
  unlist_launch (launch);
  gomp_tool_record_as_is (&event);
  /* Afterwards, so that another thread's launch in that lane is recorded later.
   */
  put_lane (launch->device, launch->lane);
}

void
gomp_tool_finish_begin (const struct gomp_tool_launch *launch, const void *at)
{
  gomp_tool_begin (GOMP_TOOL_FINISH, launch->device, launch->region, at);
  struct gomp_tool_span *span = gomp_tool_innermost ();
  if (span != NULL)
    set_flow (span, launch);
}

/* ---- Forks.  */

/* The child has none of them.  */
void
gomp_launches_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&launch_state.mutex, when);
  if (when != GOMP_FORK_CHILD)
    return;
  struct gomp_tool_launch *launch = launch_state.launches;
  for (launch_state.launches = NULL; launch != NULL; launch = launch->next)
    launch->link = NULL;
}
