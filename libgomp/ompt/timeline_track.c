/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What threads do, and the file; see timeline.h.

   Owns a track for each thread and the file.  A track belongs to its thread.
   Another thread reads it once, at the end: it takes the kept events, whose
   number the thread stores after each one, and then the activities that have
   not ended.  The mutex protects the file, the list of tracks, and what was
   already written of a track.

   If GOMP_OFFLOAD_TRACE has the same value, both write one file, that of
   tool/trace.c, whose mutex is taken after this one.

   The child of a fork writes a file of its own if the name has %p, else
   none.  */

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/tsan.h"
#include "base/uncancelled.h"
#include "icv/icv.h"
#include "ompt/timeline.h"
#include "os/file.h"
#include "os/memory.h"
#include "os/os.h"
#include "os/process.h"
#include "os/symbol.h"
#include "sync/mutex.h"
#include "tool/tool.h"
#include "tool/trace_file.h"
#include "tool/trace_line.h"

#define KEPT 256
#define DEPTH 64
#define NAMES 256
#define NAME_MAX_SIZE 96
/* Shorter waits are not shown.  */
#define WAIT_MIN_NS 1000

static const struct
{
  const char *category;
  const char *text;
  const char *number;
} kinds[] = {
#define KIND(name, category, text, number) { category, text, number },
#include "ompt/timeline.def"
#undef KIND
};

/* An activity, or an arrow.  */
struct event
{
  uint64_t start, end;
  const void *at;   /* the program's call, or NULL */
  const char *name; /* of an arrow; else NULL */
  uint64_t number;  /* see timeline.def; of an arrow: its own */
  int kind;
  int from; /* the thread where an arrow begins */
};

/* An activity that has not ended.  */
struct span
{
  atomic_uint_least64_t start;
  _Atomic (const void *) at;
  atomic_uint_least64_t number;
  atomic_int kind;
};

struct gomp_timeline_track
{
  struct gomp_timeline_track *next; /* made before; constant */
  bool is_taken;                    /* mutex: a thread has it */
  bool is_named;                    /* mutex: in the file */
  size_t written;                   /* mutex: so many of the kept events are */
  int thread;                       /* the system's number */
  uint64_t last;                    /* time of the last event */
  atomic_uint depth;                /* activities, stored or not */
  atomic_size_t count;              /* kept events */
  struct event events[KEPT];
  struct span spans[DEPTH];
};

/* The name of the function at an address, after it was looked up.  */
struct known_name
{
  const void *at;
  char text[NAME_MAX_SIZE];
};

static struct timeline
{
  struct gomp_mutex mutex;
  struct gomp_trace_file *file; /* while somebody writes */
  struct gomp_trace_file own;   /* unless it is that of GOMP_OFFLOAD_TRACE */
  bool is_shared;               /* constant: it is */
  bool is_over;                 /* nothing is written any more */
  bool host_named;
  int pid;
  struct gomp_timeline_track *tracks;
  struct known_name names[NAMES];
} * timeline;

/* So far.  Those of GOMP_OFFLOAD_TRACE have numbers above 32 bits.  */
static atomic_uint_least64_t arrows;

static _Thread_local struct gomp_timeline_track *own;

/* ---- The file.  */

static void
stop (void)
{
}

static const struct gomp_trace_owner owner
    = { .variable = "GOMP_TRACE", .gave_up = stop };

/* Take the file, to write events.  */
static void
begin_file (struct timeline *t)
{
  if (t->is_shared)
    t->file = gomp_trace_share ();
  else
    {
      t->file = &t->own;
      if (!t->own.open && !t->own.given_up)
        gomp_trace_file_open (&t->own, &owner, gomp_icv_global.trace, t->pid);
    }
}

static void
end_file (struct timeline *t)
{
  if (t->is_shared)
    gomp_trace_unshare ();
}

/* Is ADDRESS in the library?  A function that ends with the call of a region
   jumps there, so its caller may be the library.  */
static bool
is_own (const void *address)
{
  const char *file = os_file_of_address (address);
  const char *library = os_file_of_address ((const void *)kinds);
  return !os_process_is_static () && file != NULL && library != NULL
         && strcmp (file, library) == 0;
}

/* The function of the source that contains the call before AT; "": not
   known.  */
static const char *
function_at (struct timeline *t, const void *at)
{
  uintptr_t address = (uintptr_t)at, start;
  uint64_t hash = address * UINT64_C (0x9e3779b97f4a7c15);
  struct known_name *known = &t->names[(hash >> 32) % NAMES];
  if (known->at == at)
    return known->text;
  known->at = at;
  if (at == NULL || is_own (at)
      || !os_symbol_find_function (address - 1, known->text,
                                   sizeof (known->text), &start))
    known->text[0] = '\0';
  /* The compiler makes a function of each region's body.  */
  char *body = strstr (known->text, "._omp_fn.");
  if (body != NULL)
    *body = '\0';
  return known->text;
}

static void
name_track (struct timeline *t, struct gomp_timeline_track *track)
{
  char name[256];
  if (!t->host_named && !t->is_shared)
    gomp_trace_put_name (t->file, "process_name", t->pid, t->pid,
                         os_program_name ());
  t->host_named = true;
  if (track->is_named)
    return;
  track->is_named = true;
  snprintf (name, sizeof (name),
            track->thread == t->pid ? "initial thread" : "thread %d",
            track->thread);
  gomp_trace_put_name (t->file, "thread_name", t->pid, track->thread, name);
}

static void
put_activity (struct timeline *t, int thread, const struct event *event,
              char phase)
{
  char text[GOMP_TRACE_LINE], name[NAME_MAX_SIZE + 64];
  struct gomp_strbuf sb;
  const char *function = function_at (t, event->at);
  /* Of a static loop the number may not be known.  */
  const char *number = event->number == 0
                               && (event->kind == GOMP_TIMELINE_LOOP
                                   || event->kind == GOMP_TIMELINE_DISTRIBUTE)
                           ? NULL
                           : kinds[event->kind].number;
  snprintf (name, sizeof (name), "%s%s%s", kinds[event->kind].text,
            *function == '\0' ? "" : " in ", function);
  gomp_strbuf_init (&sb, text, sizeof (text));
  gomp_trace_put_head (&sb, name, kinds[event->kind].category, phase, t->pid,
                       thread);
  gomp_trace_put_time (&sb, "ts", event->start);
  if (phase == 'X')
    gomp_trace_put_time (&sb, "dur", event->end - event->start);
  if (number != NULL)
    gomp_strbuf_printf (&sb, ",\"args\":{\"%s\":%llu}", number,
                        (unsigned long long)event->number);
  gomp_strbuf_printf (&sb, "}");
  gomp_trace_file_put (t->file, &sb, false);
}

static void
put_event (struct timeline *t, int thread, const struct event *event)
{
  if (event->name == NULL)
    {
      put_activity (t, thread, event, 'X');
      return;
    }
  gomp_trace_put_flow (t->file, false, event->name, 's', event->number, t->pid,
                       event->from, event->start);
  gomp_trace_put_flow (t->file, false, event->name, 'f', event->number, t->pid,
                       thread, event->end);
}

/* ---- Forks.  */

/* The calling thread has the mutex, and is the only one in a child.  */
static void
look_for_fork (struct timeline *t)
{
  int pid = os_process_id ();
  if (t->pid == pid)
    return;
  t->pid = pid;
  t->host_named = false;
  gomp_trace_file_close (&t->own);
  t->own.given_up = !gomp_trace_file_names_process (gomp_icv_global.trace);
  t->own.offset = t->own.used = 0;
  for (struct gomp_timeline_track *track = t->tracks; track != NULL;
       track = track->next)
    {
      track->is_named = false;
      track->is_taken = track == own;
      track->written = 0;
      atomic_store (&track->count, 0);
      if (track != own)
        atomic_store (&track->depth, 0);
    }
  if (own != NULL)
    own->thread = os_thread_id ();
}

void
gomp_timeline_forked (void)
{
  if (timeline == NULL)
    return;
  gomp_timeline_tasks_forked ();
  timeline->mutex = (struct gomp_mutex){ 0 };
  look_for_fork (timeline);
}

/* ---- Tracks.  */

/* Write what TRACK has kept, with the mutex.  */
static void
drain (struct timeline *t, struct gomp_timeline_track *track)
{
  /* Acquire: pairs with the release in keep.  */
  size_t count = atomic_load_explicit (&track->count, memory_order_acquire);
  gomp_tsan_acquire (track);
  if (track->written == count)
    return;
  begin_file (t);
  for (; track->written < count; track->written++)
    {
      name_track (t, track);
      put_event (t, track->thread, &track->events[track->written]);
    }
  end_file (t);
}

static struct event
event_of (struct span *span)
{
  return (struct event){
    .start = atomic_load_explicit (&span->start, memory_order_relaxed),
    .at = atomic_load_explicit (&span->at, memory_order_relaxed),
    .number = atomic_load_explicit (&span->number, memory_order_relaxed),
    .kind = atomic_load_explicit (&span->kind, memory_order_relaxed)
  };
}

/* The activities of TRACK that have not ended; its thread may go on.  */
static void
write_open (struct timeline *t, struct gomp_timeline_track *track)
{
  /* Acquire: pairs with the release in gomp_timeline_begin.  */
  unsigned depth = atomic_load_explicit (&track->depth, memory_order_acquire);
  uint64_t before = 0;
  if (depth == 0)
    return;
  begin_file (t);
  for (unsigned i = 0; i < depth && i < DEPTH; i++)
    {
      struct event event = event_of (&track->spans[i]);
      if (event.start <= before)
        break;
      before = event.start;
      name_track (t, track);
      put_activity (t, track->thread, &event, 'B');
    }
  end_file (t);
}

/* The calling thread writes what its TRACK has kept; AND_LEAVES it.  */
static void
write_own (struct gomp_timeline_track *track, bool and_leaves)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct timeline *t = timeline;
  gomp_mutex_lock (&t->mutex);
  look_for_fork (t);
  if (!t->is_over)
    drain (t, track);
  if (!t->is_over && and_leaves)
    write_open (t, track);
  track->written = 0;
  atomic_store_explicit (&track->count, 0, memory_order_relaxed);
  if (and_leaves)
    {
      track->is_named = track->is_taken = false;
      atomic_store_explicit (&track->depth, 0, memory_order_relaxed);
    }
  gomp_mutex_unlock (&t->mutex);
}

static void
keep (struct gomp_timeline_track *track, const struct event *event)
{
  size_t count = atomic_load_explicit (&track->count, memory_order_relaxed);
  if (count == KEPT)
    {
      write_own (track, false);
      count = 0;
    }
  track->events[count] = *event;
  gomp_tsan_release (track);
  /* Release: pairs with the acquire in drain.  */
  atomic_store_explicit (&track->count, count + 1, memory_order_release);
}

/* Workers do not use malloc.  NULL without memory.  */
static struct gomp_timeline_track *
take_track (struct timeline *t)
{
  void *memory;
  struct gomp_timeline_track *track = t->tracks;
  while (track != NULL && track->is_taken)
    track = track->next;
  if (track == NULL)
    {
      if (os_sparse_map (sizeof (*track), &memory) != 0)
        return NULL;
      track = memory;
      track->next = t->tracks;
      t->tracks = track;
    }
  track->is_taken = true;
  track->thread = os_thread_id ();
  return track;
}

struct gomp_timeline_track *
gomp_timeline_track_begin (void)
{
  struct timeline *t = timeline;
  gomp_mutex_lock (&t->mutex);
  own = take_track (t);
  gomp_mutex_unlock (&t->mutex);
  return own;
}

struct gomp_timeline_track *
gomp_timeline_track (void)
{
  return own;
}

void
gomp_timeline_track_end (struct gomp_timeline_track *track)
{
  if (track != NULL)
    write_own (track, true);
  own = NULL;
}

/* ---- Activities.  */

uint64_t
gomp_timeline_now (int *thread)
{
  *thread = own == NULL ? 0 : own->thread;
  return os_time_ns ();
}

/* The time now, later than that of the last event: viewers nest by times.  */
static uint64_t
next_time (struct gomp_timeline_track *track)
{
  uint64_t now = os_time_ns ();
  if (now <= track->last)
    now = track->last + 1;
  track->last = now;
  return now;
}

uint64_t
gomp_timeline_begin (enum gomp_timeline_kind kind, uint64_t number,
                     const void *at)
{
  struct gomp_timeline_track *track = own;
  if (track == NULL)
    return 0;
  uint64_t now = next_time (track);
  unsigned depth = atomic_load_explicit (&track->depth, memory_order_relaxed);
  if (depth < DEPTH)
    {
      struct span *span = &track->spans[depth];
      atomic_store_explicit (&span->start, now, memory_order_relaxed);
      atomic_store_explicit (&span->at, at, memory_order_relaxed);
      atomic_store_explicit (&span->number, number, memory_order_relaxed);
      atomic_store_explicit (&span->kind, (int)kind, memory_order_relaxed);
    }
  /* Release: pairs with the acquire in write_open.  */
  atomic_store_explicit (&track->depth, depth + 1, memory_order_release);
  return now;
}

static bool
is_shown (const struct event *event)
{
  return event->kind < GOMP_TIMELINE_BARRIER
         || event->end - event->start >= WAIT_MIN_NS;
}

uint64_t
gomp_timeline_end (void)
{
  struct gomp_timeline_track *track = own;
  if (track == NULL)
    return 0;
  unsigned depth = atomic_load_explicit (&track->depth, memory_order_relaxed);
  uint64_t now = next_time (track);
  if (depth == 0)
    return now;
  atomic_store_explicit (&track->depth, depth - 1, memory_order_relaxed);
  if (depth > DEPTH)
    return now;
  struct event event = event_of (&track->spans[depth - 1]);
  event.end = now;
  if (is_shown (&event))
    keep (track, &event);
  return now;
}

enum gomp_timeline_kind
gomp_timeline_current (void)
{
  struct gomp_timeline_track *track = own;
  unsigned depth = track == NULL ? 0
                                 : atomic_load_explicit (&track->depth,
                                                         memory_order_relaxed);
  if (depth == 0 || depth > DEPTH)
    return GOMP_TIMELINE_KINDS;
  return (enum gomp_timeline_kind)atomic_load_explicit (
      &track->spans[depth - 1].kind, memory_order_relaxed);
}

void
gomp_timeline_arrow (const char *name, int from, uint64_t start, uint64_t now)
{
  struct gomp_timeline_track *track = own;
  if (track == NULL || from == 0 || start >= now)
    return;
  /* Relaxed: a number of its own is all that an arrow needs.  */
  uint64_t number
      = atomic_fetch_add_explicit (&arrows, 1, memory_order_relaxed);
  keep (track, &(struct event){ .start = start,
                                .end = now,
                                .name = name,
                                .number = number + 1,
                                .from = from });
}

/* ---- All of it.  */

bool
gomp_timeline_open (void)
{
  void *memory;
  if (os_sparse_map (sizeof (*timeline), &memory) != 0)
    return false;
  timeline = memory;
  timeline->pid = os_process_id ();
  timeline->is_shared
      = gomp_icv_global.offload_trace != NULL
        && strcmp (gomp_icv_global.offload_trace, gomp_icv_global.trace) == 0;
  return true;
}

void
gomp_timeline_close (void)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct timeline *t = timeline;
  gomp_mutex_lock (&t->mutex);
  look_for_fork (t);
  for (struct gomp_timeline_track *track = t->tracks; track != NULL;
       track = track->next)
    if (track->is_taken)
      {
        drain (t, track);
        write_open (t, track);
      }
  t->is_over = true;
  begin_file (t);
  if (t->file->open)
    gomp_trace_file_flush (t->file, !t->is_shared);
  if (!t->is_shared)
    gomp_trace_file_close (&t->own);
  end_file (t);
  gomp_mutex_unlock (&t->mutex);
}
