/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's profiling interface: a listener (base/observe.h) that calls the
   registered functions for events of openacc/ and offload/.

   `registry.lock' guards the registered functions and the count of open
   profiles.  It is not held while a function is called, which may register
   others.  The listener joins with the first registered function.  It leaves
   when no function is registered and no pair is open: a thread still has to
   hear of the end of an open pair.

   A profile has the structures that functions get, from the beginning of a
   pair to its end.  It belongs to the thread that began the pair.  Copies and
   launches of a thread belong to its innermost profile; GCC's plugins find it
   in the thread's structure when they raise events themselves.  */

#include "openacc/profiling.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "base/uncancelled.h"
#include "icv/icv.h"
#include "offload/construct/setup.h"
#include "offload/observe.h"
#include "openacc/internal.h"
#include "openacc/observe.h"
#include "os/symbol.h"

/* ---- What is registered.  */

struct entry
{
  acc_prof_callback callback;
  unsigned references;
  bool disabled;
};

static struct
{
  struct gomp_mutex lock;
  bool disabled; /* all events are disabled */
  unsigned total;
  unsigned open; /* number of open profiles */
  struct
  {
    struct entry *entries; /* in the order of registration */
    unsigned count;
    unsigned room; /* number of entries that fit */
    bool disabled;
  } events[acc_ev_last];
} registry;

static _Thread_local bool thread_disabled;

static void listen (void);
static void leave_if_unused (void);

static struct entry *
find (acc_event_t event, acc_prof_callback callback)
{
  for (unsigned i = 0; i < registry.events[event].count; i++)
    if (registry.events[event].entries[i].callback == callback)
      return &registry.events[event].entries[i];
  return NULL;
}

#define FEW 8

/* Make room for another entry of EVENT.  The caller holds the lock; it is
   released meanwhile, because the program ends if there is no memory.  */
static void
make_room (acc_event_t event)
{
  unsigned count;
  while ((count = registry.events[event].count) == registry.events[event].room)
    {
      unsigned room = count == 0 ? FEW : 2 * count;
      gomp_mutex_unlock (&registry.lock);
      struct entry *unused = gomp_xalloc (room * sizeof (*unused));
      gomp_mutex_lock (&registry.lock);
      /* Another thread may have made room meanwhile.  */
      if (registry.events[event].room < room)
        {
          struct entry *old = registry.events[event].entries;
          if (old != NULL)
            memcpy (unused, old, registry.events[event].count * sizeof (*old));
          registry.events[event].entries = unused;
          registry.events[event].room = room;
          unused = old;
        }
      gomp_free (unused);
    }
}

static void
add (acc_event_t event, acc_prof_callback callback)
{
  make_room (event);
  struct entry *entry = find (event, callback);
  if (entry != NULL)
    {
      entry->references++;
      return;
    }
  registry.events[event].entries[registry.events[event].count++]
      = (struct entry){ .callback = callback, .references = 1 };
  if (registry.total++ == 0)
    listen ();
}

static void
drop (acc_event_t event, acc_prof_callback callback)
{
  struct entry *entry = find (event, callback);
  if (entry == NULL || --entry->references > 0)
    return;
  struct entry *end
      = registry.events[event].entries + registry.events[event].count;
  memmove (entry, entry + 1, (size_t)(end - (entry + 1)) * sizeof (*entry));
  registry.events[event].count--;
  registry.total--;
  leave_if_unused ();
}

/* acc_ev_none stands for all events, and NULL for all functions of an
   event.  */
static void
toggle (acc_event_t event, acc_prof_callback callback, bool disabled)
{
  struct entry *entry;
  if (callback == NULL && event == acc_ev_none)
    registry.disabled = disabled;
  else if (callback == NULL)
    registry.events[event].disabled = disabled;
  else if ((entry = find (event, callback)) != NULL)
    entry->disabled = disabled;
}

static void
change (acc_event_t event, acc_prof_callback callback, acc_register_t way,
        bool registers)
{
  if (event < acc_ev_none || event >= acc_ev_last)
    return;
  if (way == acc_toggle_per_thread && event == acc_ev_none && callback == NULL)
    thread_disabled = !registers;
  gomp_mutex_lock (&registry.lock);
  if (way == acc_toggle)
    toggle (event, callback, !registers);
  else if (way == acc_reg && event != acc_ev_none && callback != NULL)
    (registers ? add : drop) (event, callback);
  gomp_mutex_unlock (&registry.lock);
}

void
gomp_acc_prof_register (acc_event_t event, acc_prof_callback callback,
                        acc_register_t way)
{
  change (event, callback, way, true);
}

void
gomp_acc_prof_unregister (acc_event_t event, acc_prof_callback callback,
                          acc_register_t way)
{
  change (event, callback, way, false);
}

/* ---- Calling.  */

static bool
is_end (acc_event_t event)
{
  switch (event)
    {
    case acc_ev_device_init_end:
    case acc_ev_device_shutdown_end:
    case acc_ev_enter_data_end:
    case acc_ev_exit_data_end:
    case acc_ev_update_end:
    case acc_ev_compute_construct_end:
    case acc_ev_enqueue_launch_end:
    case acc_ev_enqueue_upload_end:
    case acc_ev_enqueue_download_end:
    case acc_ev_wait_end:
      return true;
    default:
      return false;
    }
}

/* Copy the functions for EVENT, in order, to FOUND, which has ROOM.  Return
   their number; if it is more than ROOM, nothing is copied.  */
static unsigned
copy_callbacks (acc_event_t event, acc_prof_callback *found, unsigned room)
{
  unsigned count = 0;
  gomp_mutex_lock (&registry.lock);
  unsigned n = registry.events[event].count;
  if (registry.disabled || registry.events[event].disabled)
    n = 0;
  for (unsigned i = 0; i < n && n <= room; i++)
    if (!registry.events[event].entries[i].disabled)
      found[count++] = registry.events[event].entries[i].callback;
  gomp_mutex_unlock (&registry.lock);
  return n <= room ? count : n;
}

/* The functions for EVENT: in FEW, or in allocated memory.  */
static acc_prof_callback *
callbacks_of (acc_event_t event, acc_prof_callback *few, unsigned *count)
{
  acc_prof_callback *all = few;
  unsigned room = FEW;
  while ((*count = copy_callbacks (event, all, room)) > room)
    {
      if (all != few)
        gomp_free (all);
      room = *count;
      all = gomp_xalloc (room * sizeof (*all));
    }
  return all;
}

void
gomp_acc_prof_dispatch (acc_prof_info *prof, acc_event_info *event,
                        acc_api_info *api)
{
  acc_prof_callback few[FEW];
  unsigned count;
  acc_event_t type = prof->event_type;
  if (thread_disabled || type <= acc_ev_none || type >= acc_ev_last)
    return;
  acc_prof_callback *all = callbacks_of (type, few, &count);
  for (unsigned i = 0; i < count; i++)
    all[is_end (type) ? count - 1 - i : i](prof, event, api);
  if (all != few)
    gomp_free (all);
}

/* ---- Profiles.  */

struct profile
{
  struct profile *outer; /* the thread's, or NULL */
  acc_event_t start;     /* the first event of the pair; none: nothing is
                            called */
  acc_prof_info prof;
  acc_event_info event;
  acc_api_info api;
  struct goacc_thread *thread; /* the structure that plugins see, or NULL */
  char kernel[256];
};

static _Thread_local struct profile *current;

static void
show_plugins (struct goacc_thread *thread, struct profile *profile)
{
  if (thread == NULL)
    return;
  thread->prof_info = profile == NULL ? NULL : &profile->prof;
  thread->api_info = profile == NULL ? NULL : &profile->api;
  thread->prof_enabled = profile != NULL && !thread_disabled;
}

static acc_device_api
api_of (int type)
{
  switch (type)
    {
    case acc_device_nvidia:
      return acc_device_api_cuda;
    case acc_device_x86emul:
    case acc_device_radeon:
      return acc_device_api_other;
    default:
      return acc_device_api_none;
    }
}

static void
fill (struct profile *p, int type, int number, int async)
{
  p->prof = (acc_prof_info){ .valid_bytes = _ACC_PROF_INFO_VALID_BYTES,
                             .version = _ACC_PROF_INFO_VERSION,
                             .device_type = (acc_device_t)type,
                             .device_number = number,
                             .thread_id = -1,
                             .async = async,
                             .async_queue = async,
                             .line_no = -1,
                             .end_line_no = -1,
                             .func_line_no = -1,
                             .func_end_line_no = -1 };
  p->api = (acc_api_info){ .device_api = api_of (type),
                           .valid_bytes = _ACC_API_INFO_VALID_BYTES,
                           .device_type = (acc_device_t)type,
                           .vendor = -1 };
}

static void
call (struct profile *p, acc_event_t event)
{
  p->prof.event_type = event;
  p->event.event_type = event;
  gomp_acc_prof_dispatch (&p->prof, &p->event, &p->api);
}

/* A new profile, the thread's innermost.  NULL: nothing is registered any
   more, or there is no memory.  */
static struct profile *
open_profile (acc_event_t start)
{
  struct profile *p = gomp_alloc_zeroed (sizeof (*p));
  if (p == NULL)
    return NULL;
  gomp_mutex_lock (&registry.lock);
  bool wanted = registry.total > 0;
  registry.open += wanted;
  gomp_mutex_unlock (&registry.lock);
  if (!wanted)
    {
      gomp_free (p);
      return NULL;
    }
  p->start = start;
  p->thread = gomp_acc_plugin_thread ();
  p->outer = current;
  current = p;
  show_plugins (p->thread, p);
  return p;
}

static void
begin (struct profile *p)
{
  if (p->start != acc_ev_none)
    call (p, p->start);
}

/* The thread's structure may have been made since the beginning.  */
static void
close_profile (struct profile *p)
{
  if (p->start != acc_ev_none)
    call (p, (acc_event_t)(p->start + 1));
  gomp_invariant (current == p,
                  "a profile ends that is not its thread's innermost");
  current = p->outer;
  show_plugins (p->thread, current);
  gomp_free (p);
  gomp_mutex_lock (&registry.lock);
  gomp_invariant (registry.open > 0, "a profile ends, but none is open");
  registry.open--;
  leave_if_unused ();
  gomp_mutex_unlock (&registry.lock);
}

/* ---- Rows of openacc/.  */

static acc_event_t
start_of (enum gomp_event_row row)
{
  switch (row)
    {
    case GOMP_EVENT_ACC_INIT_BEGIN:
      return acc_ev_device_init_start;
    case GOMP_EVENT_ACC_SHUTDOWN_BEGIN:
      return acc_ev_device_shutdown_start;
    case GOMP_EVENT_ACC_ENTER_BEGIN:
      return acc_ev_enter_data_start;
    case GOMP_EVENT_ACC_EXIT_BEGIN:
      return acc_ev_exit_data_start;
    case GOMP_EVENT_ACC_UPDATE_BEGIN:
      return acc_ev_update_start;
    case GOMP_EVENT_ACC_COMPUTE_BEGIN:
      return acc_ev_compute_construct_start;
    case GOMP_EVENT_ACC_LAUNCH_BEGIN:
      return acc_ev_enqueue_launch_start;
    case GOMP_EVENT_ACC_WAIT_BEGIN:
      return acc_ev_wait_start;
    default:
      return acc_ev_none;
    }
}

static void
fill_launch (struct profile *p, const struct gomp_event_acc *what)
{
  acc_launch_event_info *launch = &p->event.launch_event;
  uintptr_t start;
  launch->valid_bytes = _ACC_LAUNCH_EVENT_INFO_VALID_BYTES;
  if (os_symbol_find_function ((uintptr_t)what->fn, p->kernel,
                               sizeof (p->kernel), &start))
    launch->kernel_name = p->kernel;
  launch->num_gangs = what->dims[0];
  launch->num_workers = what->dims[1];
  launch->vector_length = what->dims[2];
}

static void
hear_begin (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_acc *what = event->what;
  struct profile *p = open_profile (start_of (event->row));
  *gomp_observe_word (self, event->identity) = p;
  if (p == NULL)
    return;
  fill (p, what->type, what->number, what->async);
  /* The thread of a queue is bound to no device.  */
  if (what->type == acc_device_none && p->outer != NULL)
    fill (p, p->outer->prof.device_type, p->outer->prof.device_number,
          what->async);
  p->event.other_event = (acc_other_event_info){
    .valid_bytes = _ACC_OTHER_EVENT_INFO_VALID_BYTES,
    .parent_construct = (acc_construct_t)what->construct,
    .implicit = what->implicit
  };
  if (what->dims != NULL)
    fill_launch (p, what);
  begin (p);
}

static void
hear_end (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_acc *what = event->what;
  struct profile *p = *gomp_observe_word (self, event->identity);
  if (p == NULL)
    return;
  /* The pair began for a device, but the host did the work.  */
  if (what->type == acc_device_host && p->prof.device_type != what->type)
    fill (p, what->type, what->number, what->async);
  close_profile (p);
}

static void
hear_copied (const struct gomp_listener *self, const struct gomp_event *event)
{
  struct profile *p = *gomp_observe_word (self, event->identity);
  if (p != NULL)
    close_profile (p);
}

/* ---- Rows of offload/: only those of OpenACC's constructs and routines, on
   devices whose plugin does not raise them itself.  */

static bool
is_ours (const struct gomp_device *device)
{
  return current != NULL && device->plugin->acc_run != NULL;
}

static void
fill_data (struct profile *p, uintptr_t host, uintptr_t devptr, size_t size)
{
  const struct profile *outer = p->outer;
  fill (p, outer->prof.device_type, outer->prof.device_number,
        (int)outer->prof.async);
  p->event.data_event
      = (acc_data_event_info){ .valid_bytes = _ACC_DATA_EVENT_INFO_VALID_BYTES,
                               .parent_construct
                               = outer->event.other_event.parent_construct,
                               .implicit = 1,
                               .bytes = size,
                               .host_ptr = (const void *)host,
                               .device_ptr = (const void *)devptr };
}

static void
hear_copy (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_copy *copy = event->what;
  void **word = gomp_observe_word (self, event->identity);
  *word = NULL;
  if (!is_ours (copy->device) || copy->way == GOMP_TRANSFER_WITHIN)
    return;
  struct profile *p = open_profile (copy->way == GOMP_TRANSFER_TO
                                        ? acc_ev_enqueue_upload_start
                                        : acc_ev_enqueue_download_start);
  if (p == NULL)
    return;
  *word = p;
  fill_data (p, copy->host, copy->devptr, copy->size);
  begin (p);
}

/* Call the functions for EVENT, which is no pair, with SIZE bytes at
   DEVPTR.  */
static void
call_memory (acc_event_t event, const struct gomp_device *device,
             uintptr_t host, uintptr_t devptr, size_t size)
{
  struct profile *p = is_ours (device) ? open_profile (acc_ev_none) : NULL;
  if (p == NULL)
    return;
  fill_data (p, host, devptr, size);
  call (p, event);
  close_profile (p);
}

static void
hear_mapped (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_setup *s = event->what;
  (void)self;
  call_memory (acc_ev_alloc, s->c->device, 0, s->block->address, s->size);
}

static void
hear_unmapped (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_unmapped *what = event->what;
  const struct gomp_tree_range *range = &what->mapping->range;
  (void)self;
  call_memory (acc_ev_free, what->device, range->start, what->mapping->device,
               range->end - range->start);
}

static void
hear_memory (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_memory *m = event->what;
  (void)self;
  call_memory (event->row == GOMP_EVENT_ALLOCATED ? acc_ev_alloc : acc_ev_free,
               m->device, m->host, m->devptr, m->size);
}

/* ---- The listener.  */

static struct gomp_listener profiler = { .name = "acc_prof" };

static gomp_hear *const rows[GOMP_EVENT_ROWS]
    = { [GOMP_EVENT_ACC_INIT_BEGIN] = hear_begin,
        [GOMP_EVENT_ACC_INIT_END] = hear_end,
        [GOMP_EVENT_ACC_SHUTDOWN_BEGIN] = hear_begin,
        [GOMP_EVENT_ACC_SHUTDOWN_END] = hear_end,
        [GOMP_EVENT_ACC_ENTER_BEGIN] = hear_begin,
        [GOMP_EVENT_ACC_ENTER_END] = hear_end,
        [GOMP_EVENT_ACC_EXIT_BEGIN] = hear_begin,
        [GOMP_EVENT_ACC_EXIT_END] = hear_end,
        [GOMP_EVENT_ACC_UPDATE_BEGIN] = hear_begin,
        [GOMP_EVENT_ACC_UPDATE_END] = hear_end,
        [GOMP_EVENT_ACC_COMPUTE_BEGIN] = hear_begin,
        [GOMP_EVENT_ACC_COMPUTE_END] = hear_end,
        [GOMP_EVENT_ACC_LAUNCH_BEGIN] = hear_begin,
        [GOMP_EVENT_ACC_LAUNCH_END] = hear_end,
        [GOMP_EVENT_ACC_WAIT_BEGIN] = hear_begin,
        [GOMP_EVENT_ACC_WAIT_END] = hear_end,
        [GOMP_EVENT_ACC_CALL_BEGIN] = hear_begin,
        [GOMP_EVENT_ACC_CALL_END] = hear_end,
        [GOMP_EVENT_COPY_BEGIN] = hear_copy,
        [GOMP_EVENT_COPY_END] = hear_copied,
        [GOMP_EVENT_MAPPED] = hear_mapped,
        [GOMP_EVENT_UNMAPPED] = hear_unmapped,
        [GOMP_EVENT_ALLOCATED] = hear_memory,
        [GOMP_EVENT_FREED] = hear_memory };

static void
listen (void)
{
  if (!gomp_listener_join (&profiler))
    return;
  gomp_listen_to_all (&profiler, rows);
  gomp_device_observe ();
}

static void
leave_if_unused (void)
{
  if (registry.total > 0 || registry.open > 0)
    return;
  gomp_listener_leave (&profiler);
  gomp_device_observe ();
}

/* ---- Profiling libraries.  */

static void
report (const char *name, const char *why)
{
  gomp_error ("while loading ACC_PROFLIB \"%s\": %s", name, why);
}

/* The library NAME gets the functions that a program calls, of abi/.  */
static void
load (const char *name)
{
  void *handle = dlopen (name, RTLD_LAZY);
  if (handle == NULL)
    {
      report (name, dlerror ());
      return;
    }
  void (*enter) (acc_prof_reg, acc_prof_reg, acc_prof_lookup_func);
  void *symbol = dlsym (handle, "acc_register_library");
  memcpy (&enter, &symbol, sizeof (enter));
  if (symbol == NULL)
    report (name, dlerror ());
  else if (enter == acc_register_library)
    report (name, "it has no acc_register_library");
  else
    enter (acc_prof_register, acc_prof_unregister, acc_prof_lookup);
}

void
gomp_acc_prof_load (void)
{
  static atomic_bool begun;
  const char *list = gomp_icv_globals ()->acc_proflib;
  /* Relaxed: the first thread goes on alone.  */
  if (list == NULL
      || atomic_exchange_explicit (&begun, true, memory_order_relaxed))
    return;
  UNCANCELLED int before = gomp_uncancelled_begin ();
  char *names = strdup (list), *rest = NULL;
  for (char *name = names == NULL ? NULL : strtok_r (names, ";", &rest);
       name != NULL; name = strtok_r (NULL, ";", &rest))
    load (name);
  free (names);
}

void
gomp_acc_prof_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&registry.lock, when);
}
