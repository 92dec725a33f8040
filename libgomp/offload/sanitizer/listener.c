/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Marks what is mapped for AddressSanitizer on a device, and describes what
   sanitizers report there; see sanitizer.h.

   A block is open from its allocation on.  When a construct has a block, the
   bytes around each item are closed if they are red zones
   (construct/redzone.h); when a mapping ends, its bytes are closed.  The
   construct owns the block meanwhile.  Any thread.  */

#include "offload/sanitizer/sanitizer.h"

#include <string.h>

#include "base/diag.h"
#include "base/symbol.h"
#include "offload/construct/construct.h"
#include "offload/construct/redzone.h"
#include "offload/construct/setup.h"
#include "offload/device/block.h"
#include "offload/observe.h"
#include "offload/sanitizer/mapped.h"
#include "plugin/plugin.h"
#include "tool/tool.h"

extern void __asan_init (void) __attribute__ ((weak));
extern void __tsan_init (void) __attribute__ ((weak));

/* A library that is itself compiled for a sanitizer is there to be tested: as
   it runs for others, so without this listener.  */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#  define IS_INSTRUMENTED true
#else
#  define IS_INSTRUMENTED false
#endif

bool
gomp_sanitizer_is_there (void)
{
  return !IS_INSTRUMENTED && (__asan_init != NULL || __tsan_init != NULL);
}

/* ---- Marks.  */

static void
mark (struct gomp_device *device, uintptr_t address, size_t size,
      enum gomp_memory_use use)
{
  device->plugin->mark_memory (device->ordinal, (void *)address, size, use);
}

/* As begin.c's guard, which fills the same bytes.  */
static void
close_around (const struct gomp_setup *s, const struct gomp_item *item)
{
  uintptr_t start = s->block->address + item->offset;
  bool member = item->mapping != NULL
                && (item->mapping->flags & GOMP_MAPPING_MEMBER) != 0;
  mark (s->c->device, start + item->length, gomp_redzone_size (item->length),
        GOMP_MEMORY_OUTSIDE);
  if (item->offset >= GOMP_REDZONE_BEFORE && !member)
    mark (s->c->device, start - GOMP_REDZONE_BEFORE, GOMP_REDZONE_BEFORE,
          GOMP_MEMORY_OUTSIDE);
}

static bool
has_red_zones (const struct gomp_setup *s, size_t i)
{
  const struct gomp_item *item = &s->c->items[i];
  if (item->flags & GOMP_ITEM_NEW)
    return (item->mapping->flags & GOMP_MAPPING_GUARDED) != 0;
  struct gomp_clause clause = gomp_clause_get (s->list, i);
  return item->mapping == NULL && (item->flags & GOMP_ITEM_OWN) == 0
         && clause.operation == GOMP_CLAUSE_FIRSTPRIVATE && s->with_arguments
         && clause.host != 0;
}

static void
mark_block (const struct gomp_setup *s)
{
  mark (s->c->device, s->block->address, s->size, GOMP_MEMORY_OPEN);
  for (size_t i = s->first; i < s->last; i++)
    if (has_red_zones (s, i))
      close_around (s, &s->c->items[i]);
}

static void
hear_mapped (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_setup *s = event->what;
  struct gomp_device *device = s->c->device;
  (void)self;
  if (device->plugin->mark_memory == NULL)
    return;
  if (s->block != NULL && s->block->view != NULL && s->size != 0)
    mark_block (s);
  for (size_t i = s->first; i < s->last; i++)
    {
      const struct gomp_item *item = &s->c->items[i];
      if (item->flags & GOMP_ITEM_NEW)
        gomp_mapped_add (device, item->mapping->device,
                         gomp_mapping_start (item->mapping),
                         gomp_mapping_end (item->mapping)
                             - gomp_mapping_start (item->mapping),
                         gomp_construct_directive (s->c),
                         gomp_tool_clause_name (gomp_observe_here (), i));
    }
}

static void
hear_unmapped (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_unmapped *u = event->what;
  struct gomp_mapping *m = gomp_mapping_owner (u->mapping);
  (void)self;
  if (u->device->plugin->mark_memory == NULL)
    return;
  for (; m != NULL; m = gomp_mapping_sibling (m))
    {
      if (m->flags & GOMP_MAPPING_GUARDED)
        mark (u->device, m->device,
              gomp_mapping_end (m) - gomp_mapping_start (m), GOMP_MEMORY_FREED);
      gomp_mapped_end (u->device, m->device, u->directive);
    }
}

/* The plugin marks what it allocates and frees.  */
static void
hear_allocated (const struct gomp_listener *self,
                const struct gomp_event *event)
{
  const struct gomp_event_memory *m = event->what;
  (void)self;
  gomp_mapped_add (m->device, m->devptr, 0, m->size,
                   gomp_words[m->model].allocate, "");
}

static void
hear_freed (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_memory *m = event->what;
  (void)self;
  gomp_mapped_end (m->device, m->devptr, gomp_words[m->model].free);
}

static void
hear_variable (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_memory *m = event->what;
  (void)self;
  gomp_mapped_add (m->device, m->devptr, m->host, m->size,
                   gomp_tool_declaration ((const void *)m->host), "");
}

/* ---- Reports.  */

/* " in region NAME (SOURCE)".  */
static void
write_region (struct gomp_strbuf *out, struct gomp_device *device,
              const void *function)
{
  const struct gomp_plugin *p = device->plugin;
  const char *name = function == NULL || p->function_name == NULL
                         ? NULL
                         : p->function_name (device->ordinal, function);
  const char *source = name == NULL || p->function_source == NULL
                           ? NULL
                           : p->function_source (device->ordinal, function);
  if (name == NULL)
    return;
  gomp_strbuf_printf (out, " in region ");
  gomp_symbol_write (out, name);
  if (source != NULL)
    gomp_strbuf_printf (out, " (%s)", source);
}

static void
print (struct gomp_device *device, const struct gomp_check_report *r)
{
  char text[1024], where[GOMP_DEVICE_NAME_MAX];
  struct gomp_strbuf data, out;
  gomp_strbuf_init (&data, text, sizeof (text));
  gomp_mapped_describe (&data, device, (uintptr_t)r->address,
                        strstr (r->location, "after-free") != NULL);
  if (data.length == 0)
    return;
  char line[2048];
  gomp_strbuf_init (&out, line, sizeof (line));
  gomp_device_describe (device, where);
  gomp_strbuf_printf (&out, "%s: %s of %lu bytes at 0x%llx of %s", r->location,
                      r->is_write ? "write" : "read", (unsigned long)r->size,
                      (unsigned long long)r->address, where);
  write_region (&out, device, r->function);
  gomp_strbuf_printf (&out, "%s", text);
  gomp_error ("%s", line);
}

static void
take_reports (struct gomp_device *device)
{
  struct gomp_check_report report;
  while (device->plugin->sanitizer_take != NULL
         && device->plugin->sanitizer_take (device->ordinal, &report))
    print (device, &report);
}

static void
hear_launch_end (const struct gomp_listener *self,
                 const struct gomp_event *event)
{
  const struct gomp_event_launch *l = event->what;
  (void)self;
  take_reports (l->device);
}

static void
hear_ends (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  take_reports (event->what);
}

static void
hear_failure (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  (void)event;
  for (int i = 0; i < gomp_device_known (); i++)
    {
      struct gomp_device *device = gomp_device_if_ready (i);
      if (device != NULL)
        take_reports (device);
    }
}

static void
hear_fork (const struct gomp_listener *self, const struct gomp_event *event)
{
  enum gomp_fork when = *(enum gomp_fork *)event->what;
  (void)self;
  if (when == GOMP_FORK_BEFORE)
    {
      gomp_mapped_lock ();
      return;
    }
  if (when == GOMP_FORK_CHILD)
    gomp_mapped_forget ();
  gomp_mapped_unlock ();
}

/* ---- The rows.  */

static struct gomp_listener sanitizer = { .name = "sanitizer" };

static gomp_hear *const rows[GOMP_EVENT_ROWS]
    = { [GOMP_EVENT_DEVICE_ENDS] = hear_ends,
        [GOMP_EVENT_LAUNCH_END] = hear_launch_end,
        [GOMP_EVENT_MAPPED] = hear_mapped,
        [GOMP_EVENT_UNMAPPED] = hear_unmapped,
        [GOMP_EVENT_ALLOCATED] = hear_allocated,
        [GOMP_EVENT_FREED] = hear_freed,
        [GOMP_EVENT_VARIABLE_LOADED] = hear_variable,
        [GOMP_EVENT_FORK_BEGIN] = hear_fork,
        [GOMP_EVENT_FORK_END] = hear_fork,
        [GOMP_EVENT_PROGRAM_FAILS] = hear_failure };

void
gomp_sanitizer_listen (bool wanted)
{
  if (wanted && gomp_listener_join (&sanitizer))
    gomp_listen_to_all (&sanitizer, rows);
  else if (!wanted)
    gomp_listener_leave (&sanitizer);
}
