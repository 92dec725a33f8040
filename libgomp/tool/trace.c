/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The trace (GOMP_OFFLOAD_TRACE): a file in the Chrome trace format, which
   Perfetto and chrome://tracing show.  It has an array of JSON objects
   (Google's "Trace Event Format", "JSON Object Format").  Times are in
   nanoseconds: otherwise chrome://tracing would nest events within the same
   microsecond.  There are complete events (X), events that had not ended when
   the program ended (B), instants (i) and names (M).  A host thread is a thread
   of the process.  A device is a separate process whose threads are lanes:
   overlapping launches are in different lanes.  Lanes are numbered from the
   device's process on, since viewers identify threads by their numbers alone.
   Flows (s, f) join a launch with the events that started it and ended it.

   Owns the file (trace_file.h) and each thread's ring of events.  A thread adds
   to its own ring without a lock, and writes a full ring to the file.  The
   mutex protects the file, which the timeline (ompt/timeline.h) may share, and
   the removal of events from rings.  Now and then
   the writer (trace_writer.c) writes all rings, and after them, temporarily,
   the current activities of threads and devices.  So the file has them however
   the program ends.

   The child of a fork drops the parent's events.  If there were any, it writes
   its own file if the name has %p, else none.  */

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/strbuf.h"
#include "base/tsan.h"
#include "os/file.h"
#include "os/memory.h"
#include "os/process.h"
#include "sync/mutex.h"
#include "tool/internal.h"
#include "tool/trace_file.h"
#include "tool/trace_line.h"

#define RING_EVENTS 512
#define NAMES 1024
/* Process numbers of devices: above those of the system, and different for
   each process, so that traces can be joined.  */
#define DEVICE_PROCESSES 10000000

/* Viewers, which add times as floating-point numbers, show an event inside
   another one if it ends this long before that.  */
#define BEFORE_END_NS 10

/* Single producer, its thread; events are removed under the mutex.  */
struct gomp_tool_ring
{
  atomic_size_t head; /* events added; the thread's */
  atomic_size_t tail; /* events taken out */
  struct gomp_tool_event events[RING_EVENTS];
};

/* The name of the variable at an address, after it was looked up.  */
struct known_name
{
  uintptr_t host;
  struct gomp_tool_variable variable;
  unsigned code; /* gomp_tool_code then */
  char name[GOMP_TOOL_NAME_MAX];
};

static struct trace_state
{
  struct gomp_mutex mutex;
  struct gomp_trace_file file;
  bool host_named;
  int pid;
  bool for_now;                   /* events are put to be overwritten */
  struct known_name *names;       /* NAMES of them, or NULL: without memory */
  struct known_name without_room; /* serves for them then */
} trace_state;

static void
stop_tracing (void)
{
  atomic_fetch_and (&gomp_offload_wishes, ~GOMP_INFO_TRACE);
}

static const struct gomp_trace_owner owner
    = { .variable = "GOMP_OFFLOAD_TRACE", .gave_up = stop_tracing };

static void
open_trace (struct trace_state *s)
{
  void *names;
  if (s->names == NULL
      && os_sparse_map (NAMES * sizeof (struct known_name), &names) == 0)
    s->names = names;
  s->pid = os_process_id ();
  gomp_trace_file_open (&s->file, &owner, gomp_icv_global.offload_trace,
                        s->pid);
}

static long
process_of (const struct trace_state *s, const struct gomp_tool_device *device)
{
  return s->pid + (device->number + 1L) * DEVICE_PROCESSES;
}

/* ---- Names of processes and threads.  */

static void
name_host (struct trace_state *s)
{
  char name[256];
  if (s->host_named)
    return;
  s->host_named = true;
  snprintf (name, sizeof (name), "%s (host)", os_program_name ());
  gomp_trace_put_name (&s->file, "process_name", s->pid, s->pid, name);
}

static void
name_thread (struct trace_state *s, struct gomp_tool_thread *thread)
{
  char name[32];
  int id = atomic_load_explicit (&thread->id, memory_order_relaxed);
  if (thread->named_id == id)
    return;
  thread->named_id = id;
  snprintf (name, sizeof (name), id == s->pid ? "initial thread" : "thread %d",
            id);
  gomp_trace_put_name (&s->file, "thread_name", s->pid, id, name);
}

static void
name_lane (struct trace_state *s, struct gomp_tool_device *device, int lane)
{
  char name[32];
  long pid = process_of (s, device);
  if (!device->named)
    gomp_trace_put_name (&s->file, "process_name", pid, pid, device->name);
  device->named = true;
  uint64_t bit = UINT64_C (1) << lane % 64;
  if (device->lanes_named[lane / 64] & bit)
    return;
  device->lanes_named[lane / 64] |= bit;
  snprintf (name, sizeof (name), "launches, lane %d", lane + 1);
  gomp_trace_put_name (&s->file, "thread_name", pid, pid + lane, name);
}

/* ---- Events.  */

static const char *
variable (struct trace_state *s, const struct gomp_tool_event *event)
{
  const struct gomp_tool_variable *v = &event->variable;
  uint64_t hash = event->host * UINT64_C (0x9e3779b97f4a7c15);
  struct known_name *known
      = s->names == NULL ? &s->without_room : &s->names[(hash >> 32) % NAMES];
  unsigned code = gomp_tool_code_now ();
  if (known->host != event->host || known->code != code
      || known->variable.at != v->at || known->variable.clause != v->clause
      || known->variable.start != v->start)
    {
      known->host = event->host;
      known->code = code;
      known->variable = *v;
      gomp_tool_variable (event, known->name);
    }
  return known->name;
}

static void
put_data (struct trace_state *s, struct gomp_strbuf *sb,
          const struct gomp_tool_event *event)
{
  const char *name = event->host == 0 ? "" : variable (s, event);
  if (event->kind != GOMP_TOOL_FREE && event->kind != GOMP_TOOL_DISASSOCIATE
      && event->kind != GOMP_TOOL_ACC_FREE
      && event->kind != GOMP_TOOL_ACC_UNMAP)
    gomp_strbuf_printf (sb, ",\"bytes\":%lu", (unsigned long)event->bytes);
  if (event->construct != GOMP_TOOL_KINDS)
    gomp_trace_put_member (sb, "construct",
                           gomp_tool_words[event->construct].text);
  if (*name != '\0')
    gomp_trace_put_member (sb, "variable", name);
  if (event->host != 0)
    gomp_strbuf_printf (sb, ",\"host address\":\"0x%lx\"",
                        (unsigned long)event->host);
  if (event->device_address != 0)
    gomp_strbuf_printf (sb, ",\"device address\":\"0x%lx\"",
                        (unsigned long)event->device_address);
  if (event->note != NULL)
    gomp_trace_put_member (sb, "type", event->note);
  if (event->again)
    gomp_strbuf_printf (sb, ",\"in vain\":true");
}

/* The event's name: a region's name, else what is done.  */
static void
event_name (const struct gomp_tool_event *event, char *name, size_t size)
{
  const char *text = gomp_tool_words[event->kind].text;
  bool has_device
      = event->kind == GOMP_TOOL_WAIT || event->kind == GOMP_TOOL_INIT
        || (event->kind >= GOMP_TOOL_TO && event->kind < GOMP_TOOL_MAP);
  if (event->region != NULL
      && (event->kind == GOMP_TOOL_TARGET || gomp_tool_is_compute (event->kind)
          || gomp_tool_is_fallback (event->kind)
          || event->kind == GOMP_TOOL_LAUNCH))
    snprintf (name, size, "%s", event->region->name);
  else
    snprintf (name, size, "%s%s%s", text, has_device ? " " : "",
              has_device ? event->device->name : "");
}

/* Arrows from the event that starts a launch to the launch, and from there to
   the event that ends it.  Each arrow's end is inside its event, not at the
   event's very end.  Viewers require that an arrow begins earlier than it ends,
   and may show only the start of an event that has not ended.  */
static void
put_flows (struct trace_state *s, long pid, long tid,
           const struct gomp_tool_event *event, char phase)
{
  static const char starts[] = "start of launch", ends[] = "end of launch";
  if (event->kind == GOMP_TOOL_FINISH)
    gomp_trace_put_flow (&s->file, s->for_now, ends, 'f', event->flow, pid, tid,
                         event->start);
  else if (event->kind != GOMP_TOOL_LAUNCH)
    gomp_trace_put_flow (&s->file, s->for_now, starts, 's', event->flow, pid,
                         tid,
                         phase == 'X' ? event->flow_start - 1 : event->start);
  else
    gomp_trace_put_flow (&s->file, s->for_now, starts, 'f', event->flow, pid,
                         tid, event->start);
  if (event->kind == GOMP_TOOL_LAUNCH && event->left && phase == 'X')
    gomp_trace_put_flow (&s->file, s->for_now, ends, 's', event->flow, pid, tid,
                         event->end - event->start > BEFORE_END_NS
                             ? event->end - BEFORE_END_NS
                             : event->start);
}

static void
put_event (struct trace_state *s, int thread,
           const struct gomp_tool_event *event, char phase)
{
  char text[GOMP_TRACE_LINE], name[400];
  struct gomp_strbuf sb;
  bool on_device = event->kind == GOMP_TOOL_LAUNCH;
  long pid = on_device ? process_of (s, event->device) : s->pid;
  long tid = on_device ? pid + event->lane : thread;
  gomp_strbuf_init (&sb, text, sizeof (text));
  event_name (event, name, sizeof (name));
  gomp_trace_put_head (&sb, name, gomp_tool_words[event->kind].category, phase,
                       pid, tid);
  gomp_trace_put_time (&sb, "ts", event->start);
  if (phase == 'X')
    gomp_trace_put_time (&sb, "dur", event->end - event->start);
  else if (phase == 'i')
    gomp_strbuf_printf (&sb, ",\"s\":\"t\"");
  gomp_strbuf_printf (&sb, ",\"args\":{\"where\":");
  gomp_trace_put_text (&sb, event->device->name);
  if (event->region != NULL)
    gomp_trace_put_member (&sb, gomp_tool_region_words (event->region),
                           event->region->name);
  const char *reason
      = event->region == NULL ? NULL : atomic_load (&event->region->reason);
  if (gomp_tool_is_fallback (event->kind) && reason != NULL)
    gomp_trace_put_member (&sb, "reason", reason);
  const char *source = event->at == NULL ? "" : gomp_tool_source (event->at);
  if (*source != '\0')
    gomp_trace_put_member (&sb, "source", source);
  if (event->kind >= GOMP_TOOL_TO)
    put_data (s, &sb, event);
  gomp_strbuf_printf (&sb, "}}");
  gomp_trace_file_put (&s->file, &sb, s->for_now);
  if (event->flow != 0)
    put_flows (s, pid, tid, event, phase);
}

/* Write what THREAD has kept.  */
static void
drain (struct trace_state *s, struct gomp_tool_thread *thread)
{
  struct gomp_tool_ring *ring = atomic_load (&thread->ring);
  /* Acquire: pairs with the release in gomp_trace_add.  */
  size_t head = atomic_load_explicit (&ring->head, memory_order_acquire);
  gomp_tsan_acquire (ring);
  size_t tail = atomic_load_explicit (&ring->tail, memory_order_relaxed);
  if (!s->file.open && !s->file.given_up && head != tail)
    open_trace (s);
  for (; tail != head && !s->file.given_up; tail++)
    {
      struct gomp_tool_event *event = &ring->events[tail % RING_EVENTS];
      if (event->kind == GOMP_TOOL_LAUNCH)
        name_lane (s, event->device, event->lane);
      else
        {
          name_host (s);
          name_thread (s, thread);
        }
      put_event (s, atomic_load_explicit (&thread->id, memory_order_relaxed),
                 event, event->kind >= GOMP_TOOL_MAP ? 'i' : 'X');
    }
  /* Release: the slots may be reused; pairs with the acquire in
     gomp_trace_add.  */
  atomic_store_explicit (&ring->tail, head, memory_order_release);
}

static void
write_thread (struct gomp_tool_thread *thread)
{
  struct trace_state *s = &trace_state;
  gomp_mutex_lock (&s->mutex);
  drain (s, thread);
  if (s->file.open)
    gomp_trace_file_flush (&s->file, false);
  gomp_mutex_unlock (&s->mutex);
}

static struct gomp_tool_ring *
make_ring (struct gomp_tool_thread *thread)
{
  struct gomp_tool_ring *ring = gomp_alloc_zeroed (sizeof (*ring));
  if (ring == NULL)
    return NULL;
  /* Release: pairs with the acquire in gather.  */
  atomic_store_explicit (&thread->ring, ring, memory_order_release);
  return ring;
}

/* ---- Other events in the same file.  */

static void
look_for_fork (struct trace_state *s)
{
  if (!s->file.open || s->pid == os_process_id ())
    return;
  gomp_trace_file_close (&s->file);
  s->host_named = false;
  s->file.given_up
      = !gomp_trace_file_names_process (gomp_icv_global.offload_trace);
}

struct gomp_trace_file *
gomp_trace_share (void)
{
  struct trace_state *s = &trace_state;
  gomp_mutex_lock (&s->mutex);
  look_for_fork (s);
  if (!s->file.open && !s->file.given_up)
    open_trace (s);
  if (!s->file.given_up)
    name_host (s);
  return &s->file;
}

void
gomp_trace_unshare (void)
{
  gomp_mutex_unlock (&trace_state.mutex);
}

/* ---- Events of threads.  */

void
gomp_trace_add (struct gomp_tool_thread *thread,
                const struct gomp_tool_event *event)
{
  struct gomp_tool_ring *ring
      = atomic_load_explicit (&thread->ring, memory_order_relaxed);
  if (ring == NULL && (ring = make_ring (thread)) == NULL)
    return;
  if (event->kind == GOMP_TOOL_LAUNCH && event->lane == GOMP_TOOL_LANES)
    return;
  size_t head = atomic_load_explicit (&ring->head, memory_order_relaxed);
  /* Acquire: pairs with the release in drain.  */
  if (head - atomic_load_explicit (&ring->tail, memory_order_acquire)
      == RING_EVENTS)
    write_thread (thread);
  ring->events[head % RING_EVENTS] = *event;
  gomp_tsan_release (ring);
  /* Release: pairs with the acquire in drain.  */
  atomic_store_explicit (&ring->head, head + 1, memory_order_release);
}

void
gomp_trace_thread_fini (struct gomp_tool_thread *thread)
{
  if (atomic_load_explicit (&thread->ring, memory_order_relaxed) != NULL)
    write_thread (thread);
}

/* ---- All of it.  */

/* The current activities of THREAD.  Threads that still run may change them
   meanwhile.  Then the last moments of the trace are not exact, but an inner
   activity still begins later than the outer one.  */
static void
write_open (struct trace_state *s, struct gomp_tool_thread *thread)
{
  /* Acquire: pairs with the releases in tool.c.  */
  unsigned depth = atomic_load_explicit (&thread->depth, memory_order_acquire);
  gomp_tsan_acquire (thread);
  int id = atomic_load_explicit (&thread->id, memory_order_relaxed);
  uint64_t before = 0;
  if (depth > 0 && !s->file.open && !s->file.given_up)
    open_trace (s);
  for (unsigned i = 0; i < depth && i < GOMP_TOOL_DEPTH && !s->file.given_up;
       i++)
    {
      struct gomp_tool_span *span = &thread->spans[i];
      struct gomp_tool_event event
          = { .kind = (enum gomp_tool_kind)atomic_load (&span->kind),
              .device = atomic_load (&span->device),
              .region = atomic_load (&span->region),
              .at = atomic_load (&span->at),
              .flow = atomic_load (&span->flow),
              .flow_start = atomic_load (&span->flow_start),
              .start = atomic_load (&span->start) };
      if (event.start <= before)
        return;
      before = event.start;
      name_host (s);
      name_thread (s, thread);
      put_event (s, id, &event, 'B');
    }
}

/* Launches whose end was not observed.  */
static void
write_launches (struct trace_state *s)
{
  const struct gomp_tool_launch *launch = gomp_tool_launches_lock ();
  if (launch != NULL && !s->file.open && !s->file.given_up)
    open_trace (s);
  for (; launch != NULL && !s->file.given_up; launch = launch->next)
    {
      struct gomp_tool_event event = gomp_tool_launch_event (launch);
      if (event.lane == GOMP_TOOL_LANES)
        continue;
      name_lane (s, event.device, event.lane);
      put_event (s, 0, &event, event.end == 0 ? 'B' : 'X');
    }
  gomp_tool_launches_unlock ();
}

/* The events that threads have kept, and their current activities, FOR_NOW or
   finally.  */
static void
gather (struct trace_state *s, bool for_now)
{
  struct gomp_tool_thread *first
      = atomic_load_explicit (&gomp_tool_threads, memory_order_acquire);
  struct gomp_tool_thread *thread = first;
  for (; thread != NULL; thread = thread->next)
    if (atomic_load_explicit (&thread->ring, memory_order_acquire) != NULL)
      drain (s, thread);
  s->for_now = for_now;
  for (thread = first; thread != NULL; thread = thread->next)
    write_open (s, thread);
  write_launches (s);
  s->for_now = false;
}

bool
gomp_trace_write (void)
{
  struct trace_state *s = &trace_state;
  gomp_mutex_lock (&s->mutex);
  gather (s, true);
  if (s->file.open)
    gomp_trace_file_flush (&s->file, false);
  gomp_trace_file_flush_unfinished (&s->file);
  bool more = !s->file.given_up;
  gomp_mutex_unlock (&s->mutex);
  return more;
}

void
gomp_trace_fini (void)
{
  struct trace_state *s = &trace_state;
  gomp_trace_writer_stop ();
  gomp_mutex_lock (&s->mutex);
  gather (s, false);
  if (s->file.open)
    gomp_trace_file_flush (&s->file, true);
  gomp_trace_file_close (&s->file);
  s->file.given_up = true;
  gomp_mutex_unlock (&s->mutex);
}

/* ---- Forks.  */

static void
forget_parent (struct trace_state *s)
{
  bool any = false;
  struct gomp_tool_thread *thread = atomic_load (&gomp_tool_threads);
  for (; thread != NULL; thread = thread->next)
    {
      struct gomp_tool_ring *ring = atomic_load (&thread->ring);
      thread->named_id = 0;
      if (ring == NULL)
        continue;
      atomic_store (&ring->tail, atomic_load (&ring->head));
      any = true;
    }
  any |= s->file.open;
  gomp_trace_file_close (&s->file);
  s->host_named = false;
  if (any && !s->file.given_up
      && !gomp_trace_file_names_process (gomp_icv_global.offload_trace))
    {
      s->file.given_up = true;
      stop_tracing ();
    }
}

void
gomp_trace_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&trace_state.mutex, when);
  if (when != GOMP_FORK_CHILD)
    return;
  forget_parent (&trace_state);
  gomp_trace_writer_forked ();
}
