/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The summary at exit (GOMP_OFFLOAD_SUMMARY).

   The devices and regions have the counts, to which any thread adds.  */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "os/os.h"
#include "os/process.h"
#include "tool/internal.h"

#define REGIONS_SHOWN 20

/* ---- Counting.  */

static void
add (struct gomp_tool_count *c, const struct gomp_tool_event *event)
{
  atomic_fetch_add_explicit (&c->count, 1, memory_order_relaxed);
  atomic_fetch_add_explicit (&c->bytes, event->bytes, memory_order_relaxed);
  atomic_fetch_add_explicit (&c->ns, event->end - event->start,
                             memory_order_relaxed);
  if (!event->again)
    return;
  atomic_fetch_add_explicit (&c->again, 1, memory_order_relaxed);
  atomic_fetch_add_explicit (&c->again_bytes, event->bytes,
                             memory_order_relaxed);
}

void
gomp_summary_add (const struct gomp_tool_event *event)
{
  add (&event->device->counts[event->kind], event);
  if (event->region != NULL)
    add (&event->region->counts[event->kind], event);
  if (event->again)
    gomp_tool_wasted (event);
}

static void
forget_counts (void)
{
  struct gomp_tool_device *device = atomic_load (&gomp_tool_devices);
  for (; device != NULL; device = device->next)
    memset (device->counts, 0, sizeof (device->counts));
  for (int i = 0; i < GOMP_TOOL_BUCKETS; i++)
    for (struct gomp_tool_region *region = atomic_load (&gomp_tool_regions[i]);
         region != NULL; region = region->next)
      memset (region->counts, 0, sizeof (region->counts));
}

void
gomp_summary_fork (enum gomp_fork when)
{
  if (when == GOMP_FORK_CHILD)
    forget_counts ();
}

/* ---- Printing: piece by piece, each with its own call.  */

static void PRINTF_LIKE (1, 2) print (const char *fmt, ...)
{
  char line[1024];
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (line, sizeof (line), fmt, ap);
  va_end (ap);
  gomp_print (line);
}

static double
milliseconds (uint64_t ns)
{
  return (double)ns / 1e6;
}

static bool
has_any (const struct gomp_tool_count *counts)
{
  for (int i = 0; i < GOMP_TOOL_KINDS; i++)
    if (atomic_load (&counts[i].count) > 0)
      return true;
  return false;
}

static bool
has_bytes (enum gomp_tool_kind kind)
{
  return (kind >= GOMP_TOOL_TO && kind <= GOMP_TOOL_ALLOC)
         || kind == GOMP_TOOL_ASSOCIATE || kind == GOMP_TOOL_ACC_MALLOC
         || kind == GOMP_TOOL_ACC_MAP;
}

static void
print_row (enum gomp_tool_kind kind, const struct gomp_tool_count *c)
{
  unsigned long count = atomic_load (&c->count);
  if (count == 0 || gomp_tool_words[kind].plural == NULL)
    return;
  char bytes[24] = "";
  char time[24] = "";
  if (has_bytes (kind))
    snprintf (bytes, sizeof (bytes), "%lu",
              (unsigned long)atomic_load (&c->bytes));
  if (kind < GOMP_TOOL_MAP)
    snprintf (time, sizeof (time), "%.3f", milliseconds (atomic_load (&c->ns)));
  print ("    %-26s %10lu %16s %12s\n", gomp_tool_words[kind].plural, count,
         bytes, time);
  if (atomic_load (&c->again) > 0)
    print ("      of these in vain       %10lu %16lu\n",
           (unsigned long)atomic_load (&c->again),
           (unsigned long)atomic_load (&c->again_bytes));
}

static void
print_device (const struct gomp_tool_device *device)
{
  if (!has_any (device->counts))
    return;
  print ("  %-28s %10s %16s %12s\n", device->name, "count", "bytes", "ms");
  for (int i = 0; i < GOMP_TOOL_KINDS; i++)
    print_row ((enum gomp_tool_kind)i, &device->counts[i]);
}

/* Devices by number, the host last: the list has them in reverse order.  */
static void
print_devices (const struct gomp_tool_device *device)
{
  if (device == NULL || device == &gomp_tool_host)
    return;
  print_devices (device->next);
  print_device (device);
}

/* Of a region, its launches or, on the host, runs.  */
static uint64_t
runs_of (const struct gomp_tool_region *region, uint64_t *ns)
{
  const struct gomp_tool_count *there = &region->counts[GOMP_TOOL_LAUNCH];
  const struct gomp_tool_count *here
      = &region->counts[gomp_tool_fallback_kind (region->model, region)];
  *ns = atomic_load (&there->ns) + atomic_load (&here->ns);
  return atomic_load (&there->count) + atomic_load (&here->count);
}

static void
print_region (const struct gomp_tool_region *region)
{
  const struct gomp_tool_count *to = &region->counts[GOMP_TOOL_TO];
  const struct gomp_tool_count *from = &region->counts[GOMP_TOOL_FROM];
  const char *reason = atomic_load (&region->reason);
  char host[32] = "";
  uint64_t ns, runs = runs_of (region, &ns);
  if (reason != NULL)
    snprintf (
        host, sizeof (host), ": %lu on the host, ",
        (unsigned long)atomic_load (
            &region->counts[gomp_tool_fallback_kind (region->model, region)]
                 .count));
  print ("    %10lu %14lu %14lu %14lu %12.3f  %s%s%s\n", (unsigned long)runs,
         (unsigned long)atomic_load (&to->bytes),
         (unsigned long)atomic_load (&from->bytes),
         (unsigned long)(atomic_load (&to->again_bytes)
                         + atomic_load (&from->again_bytes)),
         milliseconds (ns), region->name, host, reason == NULL ? "" : reason);
}

/* The region with the most time below LIMIT, or with the time LIMIT and a
   higher address than AFTER, so that each is found once.  */
static const struct gomp_tool_region *
next_region (uint64_t limit, const struct gomp_tool_region *after,
             uint64_t *found_ns)
{
  const struct gomp_tool_region *found = NULL;
  uint64_t ns;
  for (int i = 0; i < GOMP_TOOL_BUCKETS; i++)
    for (const struct gomp_tool_region *region
         = atomic_load (&gomp_tool_regions[i]);
         region != NULL; region = region->next)
      if (runs_of (region, &ns) > 0
          && (ns < limit || (ns == limit && region > after))
          && (found == NULL || ns > *found_ns
              || (ns == *found_ns && region < found)))
        {
          found = region;
          *found_ns = ns;
        }
  return found;
}

/* The common name of all regions that ran.  */
static const char *
name_of_regions (void)
{
  bool any[GOMP_MODELS] = { false };
  uint64_t ns;
  for (size_t i = 0; i < GOMP_TOOL_BUCKETS; i++)
    for (const struct gomp_tool_region *r = atomic_load (&gomp_tool_regions[i]);
         r != NULL; r = r->next)
      any[r->model] |= runs_of (r, &ns) > 0;
  return any[GOMP_OPENMP] && any[GOMP_OPENACC]
             ? "region"
             : gomp_words[any[GOMP_OPENACC] ? GOMP_OPENACC : GOMP_OPENMP]
                   .region;
}

static void
print_regions (void)
{
  uint64_t ns = UINT64_MAX;
  const struct gomp_tool_region *region = next_region (ns, NULL, &ns);
  if (region == NULL)
    return;
  print ("  %12s %14s %14s %14s %12s  %s\n", "runs", "bytes to", "bytes from",
         "in vain", "ms", name_of_regions ());
  for (int i = 0; i < REGIONS_SHOWN && region != NULL; i++)
    {
      print_region (region);
      uint64_t limit = ns;
      region = next_region (limit, region, &ns);
    }
  if (region != NULL)
    print ("    more took less time\n");
}

/* Useless copies and mappings of a variable by a construct.  */
static void
print_waste (const struct gomp_tool_waste *row)
{
  const struct gomp_tool_event *event = &row->event;
  char name[GOMP_TOOL_NAME_MAX], text[768];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, text, sizeof (text));
  gomp_tool_variable (event, name);
  if (event->kind == GOMP_TOOL_MAP)
    gomp_strbuf_printf (&sb, "no region used ");
  else if (row->unread)
    gomp_strbuf_printf (&sb, "sent, then not read: ");
  else
    gomp_strbuf_printf (&sb, "in vain %s ",
                        event->kind == GOMP_TOOL_TO ? "to the device:"
                                                    : "from the device:");
  if (*name == '\0')
    gomp_strbuf_printf (&sb, "0x%lx", (unsigned long)event->host);
  gomp_strbuf_printf (&sb, "%s, %s", name,
                      event->kind == GOMP_TOOL_MAP ? "mapped " : "");
  if (event->region != NULL)
    gomp_strbuf_printf (&sb, "by %s %s", gomp_tool_region_words (event->region),
                        event->region->name);
  else if (event->construct != GOMP_TOOL_KINDS)
    gomp_tool_construct (&sb, event->construct, event->at);
  char time[24] = "";
  if (event->kind != GOMP_TOOL_MAP)
    snprintf (time, sizeof (time), "%.3f", milliseconds (row->ns));
  print ("    %10lu %14lu %12s  %s\n", (unsigned long)row->count,
         (unsigned long)row->bytes, time, text);
}

static void
print_all_waste (void)
{
  const struct gomp_tool_waste *rows;
  size_t count = gomp_tool_waste (&rows);
  if (count > 0)
    print ("  %12s %14s %12s  mappings without use and copies in vain\n",
           "count", "bytes", "ms");
  for (size_t i = 0; i < count && i < REGIONS_SHOWN; i++)
    print_waste (&rows[i]);
  if (count > REGIONS_SHOWN)
    print ("    more had fewer bytes\n");
}

/* ---- Activities that had not ended when the program ended.  */

static void
print_left (const struct gomp_tool_region *region,
            const struct gomp_tool_device *device, uint64_t start)
{
  uint64_t now = os_time_ns ();
  print ("  not ended, after %.3f ms: %s %s on %s\n",
         milliseconds (now > start ? now - start : 0),
         gomp_tool_region_words (region), region == NULL ? "" : region->name,
         device->name);
}

/* Regions that the host runs, of THREAD.  */
static void
print_open (struct gomp_tool_thread *thread)
{
  /* Acquire: pairs with the releases in tool.c.  */
  unsigned depth = atomic_load_explicit (&thread->depth, memory_order_acquire);
  for (unsigned i = 0; i < depth && i < GOMP_TOOL_DEPTH; i++)
    {
      struct gomp_tool_span *span = &thread->spans[i];
      int kind = atomic_load (&span->kind);
      if (gomp_tool_is_fallback ((enum gomp_tool_kind)kind))
        print_left (atomic_load (&span->region), &gomp_tool_host,
                    atomic_load (&span->start));
    }
}

static void
print_all_open (void)
{
  const struct gomp_tool_launch *launch = gomp_tool_launches_lock ();
  for (; launch != NULL; launch = launch->next)
    if (atomic_load (&launch->end) == 0)
      print_left (launch->region, launch->device, launch->start);
  gomp_tool_launches_unlock ();
  struct gomp_tool_thread *thread = atomic_load (&gomp_tool_threads);
  for (; thread != NULL; thread = thread->next)
    print_open (thread);
}

static bool
is_any_open (void)
{
  bool open = gomp_tool_launches_lock () != NULL;
  gomp_tool_launches_unlock ();
  struct gomp_tool_thread *thread = atomic_load (&gomp_tool_threads);
  for (; thread != NULL && !open; thread = thread->next)
    open = atomic_load_explicit (&thread->depth, memory_order_relaxed) != 0;
  return open;
}

void
gomp_summary_print (void)
{
  bool any = is_any_open ();
  struct gomp_tool_device *device = atomic_load (&gomp_tool_devices);
  for (; device != NULL; device = device->next)
    any = any || has_any (device->counts);
  if (!any)
    return;
  print ("libgomp: offload: summary of process %d\n", os_process_id ());
  print_devices (atomic_load (&gomp_tool_devices));
  print_device (&gomp_tool_host);
  print_regions ();
  print_all_waste ();
  print_all_open ();
}
