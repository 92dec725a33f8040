/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads and events; see tool.h.

   Owns the lists of threads, devices and regions, to which entries are only
   added, and each thread's current activity.  Any thread.  A thread is found by
   a pthread key, so that only programs that request reports pay.  */

#include "tool/internal.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/invariant.h"
#include "base/mem.h"
#include "base/tsan.h"
#include "os/origin.h"
#include "os/os.h"

struct gomp_tool_device gomp_tool_host = { .number = -1, .name = "the host" };
struct gomp_tool_device *_Atomic gomp_tool_devices = &gomp_tool_host;
struct gomp_tool_region *_Atomic gomp_tool_regions[GOMP_TOOL_BUCKETS];
struct gomp_tool_thread *_Atomic gomp_tool_threads;

const struct gomp_tool_words gomp_tool_words[GOMP_TOOL_KINDS] = {
#define KIND(name, category, text, plural) { category, text, plural },
#include "tool/kinds.def"
#undef KIND
};

static struct tool_state
{
  pthread_once_t once;
  pthread_key_t key;
  bool made; /* the key is */
} tool_state = { .once = PTHREAD_ONCE_INIT };

/* ---- Threads.  */

static void
release_thread (void *data)
{
  struct gomp_tool_thread *thread = data;
  gomp_trace_thread_fini (thread);
  atomic_store_explicit (&thread->depth, 0, memory_order_relaxed);
  /* Release: pairs with the exchange in reuse.  */
  atomic_store_explicit (&thread->taken, false, memory_order_release);
}

static void
make_key (void)
{
  tool_state.made = pthread_key_create (&tool_state.key, release_thread) == 0;
}

static struct gomp_tool_thread *
reuse (void)
{
  struct gomp_tool_thread *thread
      = atomic_load_explicit (&gomp_tool_threads, memory_order_acquire);
  /* Acquire: pairs with the release in release_thread.  */
  while (
      thread != NULL
      && atomic_exchange_explicit (&thread->taken, true, memory_order_acquire))
    thread = thread->next;
  return thread;
}

static struct gomp_tool_thread *
add_thread (void)
{
  struct gomp_tool_thread *thread = gomp_alloc_zeroed (sizeof (*thread));
  if (thread == NULL)
    return NULL;
  atomic_store_explicit (&thread->taken, true, memory_order_relaxed);
  thread->next = atomic_load (&gomp_tool_threads);
  /* Release: pairs with the acquires of threads that walk the list.  */
  while (
      !atomic_compare_exchange_weak (&gomp_tool_threads, &thread->next, thread))
    continue;
  return thread;
}

/* The calling thread; NULL: no memory for it.  */
static struct gomp_tool_thread *
this_thread (void)
{
  pthread_once (&tool_state.once, make_key);
  if (!tool_state.made)
    return NULL;
  struct gomp_tool_thread *thread = pthread_getspecific (tool_state.key);
  if (thread != NULL)
    return thread;
  thread = reuse ();
  if (thread == NULL)
    thread = add_thread ();
  if (thread == NULL)
    return NULL;
  atomic_store_explicit (&thread->id, os_thread_id (), memory_order_relaxed);
  pthread_setspecific (tool_state.key, thread);
  return thread;
}

/* ---- Devices and regions.  */

struct gomp_tool_device *
gomp_tool_add_device (int number, const char *name)
{
  struct gomp_tool_device *device = gomp_alloc_zeroed (sizeof (*device));
  if (device == NULL)
    return NULL;
  device->number = number;
  snprintf (device->name, sizeof (device->name), "%s", name);
  device->next = atomic_load (&gomp_tool_devices);
  atomic_store (&gomp_tool_devices, device);
  return device;
}

static struct gomp_tool_region *_Atomic *
bucket_of (const void *fn)
{
  uint64_t hash = (uintptr_t)fn * UINT64_C (0x9e3779b97f4a7c15);
  return &gomp_tool_regions[hash >> 56];
}

/* That which is current, or that whose array of a name is as NAME's.  */
static struct gomp_tool_region *
find_region (const void *fn, const char *name)
{
  unsigned code = gomp_tool_code_now ();
  /* Acquire: pairs with the exchange in gomp_tool_add_region.  */
  struct gomp_tool_region *region
      = atomic_load_explicit (bucket_of (fn), memory_order_acquire);
  for (; region != NULL; region = region->next)
    if (region->fn == fn
        && (name == NULL
                ? atomic_load_explicit (&region->code, memory_order_relaxed)
                      == code
                : gomp_tool_is_same (region->name, name,
                                     sizeof (region->name))))
      break;
  return region;
}

struct gomp_tool_region *
gomp_tool_find_region (const void *fn)
{
  return find_region (fn, NULL);
}

struct gomp_tool_region *
gomp_tool_add_region (const void *fn, const char *name, enum gomp_model model)
{
  struct gomp_tool_region *_Atomic *bucket = bucket_of (fn);
  struct gomp_tool_region *region = gomp_alloc_zeroed (sizeof (*region));
  if (region == NULL)
    return NULL;
  region->fn = fn;
  region->model = model;
  if (model == GOMP_OPENACC)
    region->compute = gomp_tool_compute (fn);
  atomic_init (&region->code, gomp_tool_code_now ());
  snprintf (region->name, sizeof (region->name), "%s", name);
  region->next = atomic_load (bucket);
  do
    {
      struct gomp_tool_region *other = find_region (fn, region->name);
      if (other == NULL)
        continue;
      atomic_store_explicit (&other->code, gomp_tool_code_now (),
                             memory_order_relaxed);
      gomp_free (region);
      return other;
    }
  while (!atomic_compare_exchange_weak (bucket, &region->next, region));
  return region;
}

void
gomp_tool_unload_code (void)
{
  /* Later reports use the later names.  */
  if (gomp_tool_wants () & GOMP_INFO_TRACE)
    gomp_trace_write ();
  atomic_fetch_add_explicit (&gomp_tool_code, 1, memory_order_relaxed);
}

void
gomp_tool_fallback (struct gomp_tool_region *region, const char *where,
                    const char *reason)
{
  const char *none = NULL;
  if (region != NULL
      && atomic_compare_exchange_strong (&region->reason, &none, reason))
    gomp_tool_say (GOMP_INFO_FALLBACK, "%s %s runs %s: %s",
                   gomp_tool_region_words (region), region->name, where,
                   reason);
}

/* ---- Events.  */

static struct gomp_tool_span *
innermost (struct gomp_tool_thread *thread)
{
  unsigned depth = atomic_load_explicit (&thread->depth, memory_order_relaxed);
  return depth == 0 || depth > GOMP_TOOL_DEPTH ? NULL
                                               : &thread->spans[depth - 1];
}

/* Now, but later than the beginning of OUTER (or NULL): the times show which
   activity is inside another, and the clock may be coarse.  */
uint64_t
gomp_tool_time_in (const struct gomp_tool_span *outer)
{
  uint64_t now = os_time_ns ();
  uint64_t start = outer == NULL ? 0
                                 : atomic_load_explicit (&outer->start,
                                                         memory_order_relaxed);
  return now > start ? now : start + 1;
}

struct gomp_tool_span *
gomp_tool_innermost (void)
{
  struct gomp_tool_thread *thread = this_thread ();
  return thread == NULL ? NULL : innermost (thread);
}

void
gomp_tool_begin (enum gomp_tool_kind kind, struct gomp_tool_device *device,
                 struct gomp_tool_region *region, const void *at)
{
  struct gomp_tool_thread *thread = this_thread ();
  if (thread == NULL)
    return;
  if (gomp_tool_wants () & GOMP_INFO_TRACE)
    gomp_trace_writer_need ();
  struct gomp_tool_span *outer = innermost (thread);
  unsigned depth = atomic_load_explicit (&thread->depth, memory_order_relaxed);
  if (depth < GOMP_TOOL_DEPTH)
    {
      struct gomp_tool_span *span = &thread->spans[depth];
      if (region == NULL && outer != NULL)
        region = atomic_load_explicit (&outer->region, memory_order_relaxed);
      atomic_store_explicit (&span->start, gomp_tool_time_in (outer),
                             memory_order_relaxed);
      atomic_store_explicit (&span->flow, 0, memory_order_relaxed);
      atomic_store_explicit (&span->device, device, memory_order_relaxed);
      atomic_store_explicit (&span->region, region, memory_order_relaxed);
      atomic_store_explicit (&span->at, at, memory_order_relaxed);
      atomic_store_explicit (&span->kind, (int)kind, memory_order_relaxed);
    }
  gomp_tsan_release (thread);
  /* Release: pairs with the acquire in trace.c's write_open.  */
  atomic_store_explicit (&thread->depth, depth + 1, memory_order_release);
}

void
gomp_tool_idle_begin (const void *at)
{
  struct gomp_tool_thread *thread = this_thread ();
  if (thread == NULL)
    return;
  struct gomp_tool_span *outer = innermost (thread);
  if (outer != NULL
      && atomic_load_explicit (&outer->kind, memory_order_relaxed)
             == GOMP_TOOL_WAIT_DEPEND)
    return;
  thread->idle = true;
  gomp_tool_begin (GOMP_TOOL_WAIT_TASKS, &gomp_tool_host, NULL, at);
}

/* The construct that SPAN (or NULL) is.  */
static void
set_construct (struct gomp_tool_event *event, struct gomp_tool_span *span)
{
  event->construct = GOMP_TOOL_KINDS;
  if (span == NULL)
    return;
  event->construct = (enum gomp_tool_kind)atomic_load_explicit (
      &span->kind, memory_order_relaxed);
  if (event->at == NULL)
    event->at = atomic_load_explicit (&span->at, memory_order_relaxed);
}

static void
record (struct gomp_tool_thread *thread, const struct gomp_tool_event *event)
{
  unsigned wishes = gomp_tool_wants ();
  gomp_invariant (event->end >= event->start,
                  "an event of kind %d ends before it starts",
                  (int)event->kind);
  if (wishes & GOMP_INFO_ALL)
    gomp_tool_print (event);
  if (wishes & GOMP_INFO_SUMMARY)
    gomp_summary_add (event);
  if (wishes & GOMP_INFO_TRACE)
    gomp_trace_add (thread, event);
}

void
gomp_tool_end (void)
{
  struct gomp_tool_thread *thread = this_thread ();
  if (thread == NULL)
    return;
  struct gomp_tool_span *span = innermost (thread);
  unsigned depth = atomic_load_explicit (&thread->depth, memory_order_relaxed);
  /* Zero in the child of a fork that a region did.  */
  if (depth == 0)
    return;
  struct gomp_tool_event event = { .end = gomp_tool_time_in (span) };
  if (span != NULL)
    {
      set_construct (&event, span);
      event.kind = event.construct;
      event.device = atomic_load_explicit (&span->device, memory_order_relaxed);
      event.region = atomic_load_explicit (&span->region, memory_order_relaxed);
      event.start = atomic_load_explicit (&span->start, memory_order_relaxed);
      event.flow = atomic_load_explicit (&span->flow, memory_order_relaxed);
      event.flow_start
          = atomic_load_explicit (&span->flow_start, memory_order_relaxed);
    }
  atomic_store_explicit (&thread->depth, depth - 1, memory_order_release);
  if (span != NULL)
    record (thread, &event);
}

void
gomp_tool_idle_end (void)
{
  struct gomp_tool_thread *thread = this_thread ();
  if (thread == NULL || !thread->idle)
    return;
  thread->idle = false;
  gomp_tool_end ();
}

/* EVENT happens in the calling thread, during its activity SPAN (or NULL).  */
static void
record_in (struct gomp_tool_thread *thread, struct gomp_tool_span *span,
           struct gomp_tool_event *event)
{
  if (event->region == NULL && span != NULL)
    event->region = atomic_load_explicit (&span->region, memory_order_relaxed);
  set_construct (event, span);
  record (thread, event);
}

void
gomp_tool_record_as_is (struct gomp_tool_event *event)
{
  struct gomp_tool_thread *thread = this_thread ();
  if (thread != NULL)
    record_in (thread, innermost (thread), event);
}

void
gomp_tool_record (struct gomp_tool_event *event)
{
  struct gomp_tool_thread *thread = this_thread ();
  if (thread == NULL)
    return;
  struct gomp_tool_span *span = innermost (thread);
  if (span != NULL)
    {
      /* See gomp_tool_time_in.  */
      uint64_t first
          = atomic_load_explicit (&span->start, memory_order_relaxed) + 1;
      event->start = event->start < first ? first : event->start;
      event->end = event->end < event->start ? event->start : event->end;
    }
  record_in (thread, span, event);
}

/* ---- Forks.  */

/* The thread that forked is the only one of the child.  */
static void
forget_parent (void)
{
  struct gomp_tool_thread *self
      = tool_state.made ? pthread_getspecific (tool_state.key) : NULL;
  struct gomp_tool_thread *thread = atomic_load (&gomp_tool_threads);
  for (; thread != NULL; thread = thread->next)
    {
      atomic_store (&thread->depth, 0);
      atomic_store (&thread->taken, thread == self);
    }
  if (self != NULL)
    atomic_store (&self->id, os_thread_id ());
  struct gomp_tool_device *device = atomic_load (&gomp_tool_devices);
  for (; device != NULL; device = device->next)
    {
      for (int i = 0; i < GOMP_TOOL_LANE_WORDS; i++)
        {
          atomic_store (&device->lanes[i], 0);
          device->lanes_named[i] = 0;
        }
      device->named = false;
    }
}

void
gomp_tool_fork (enum gomp_fork when)
{
  if (when == GOMP_FORK_CHILD)
    forget_parent ();
  gomp_trace_fork (when);
  gomp_launches_fork (when);
  gomp_summary_fork (when);
  gomp_redundant_copies_fork (when);
  gomp_mappings_fork (when);
}

/* ---- The end.  */

void
gomp_tool_fini (void)
{
  unsigned wishes = atomic_exchange (&gomp_offload_wishes, 0);
  /* A child in which no fork handlers ran has none of the threads.  */
  if (os_origin_lost ())
    gomp_tool_fork (GOMP_FORK_CHILD);
  if (wishes & GOMP_INFO_TRACE)
    gomp_trace_fini ();
  if (wishes & GOMP_INFO_SUMMARY)
    gomp_summary_print ();
}
