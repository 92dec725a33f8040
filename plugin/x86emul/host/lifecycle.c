/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Starting and stopping a device's process; see lifecycle.h.  Owns no data;
   libgomp serialises start and stop of a device.  */

#include "host/lifecycle.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/async.h"
#include "host/backing.h"
#include "host/bulk.h"
#include "host/check.h"
#include "host/condition.h"
#include "host/device.h"
#include "host/greet.h"
#include "host/images.h"
#include "host/libgomp_symbols.h"
#include "host/mappings.h"
#include "host/monitor.h"
#include "host/sanitizers.h"
#include "host/watch.h"
#include "message.h"
#include "os/channel.h"
#include "os/memory.h"
#include "os/os.h"
#include "os/process.h"
#include "output.h"
#include "plugin.h"
#include "x86emul_image.h"

/* How long to wait for a device that was asked to end; and for one that runs
   under a wrapper or with a sanitizer, which may have a report to write.  */
#define QUIT_MS 5000
#define QUIT_WRAPPED_MS 60000

/* Look next to the plugin, as it is installed or as it is built.  */
bool
x86emul_lifecycle_program (char *path)
{
  static const char *const paths[]
      = { X86EMUL_DEVICE_RELATIVE, "../x86emul-device", "x86emul-device" };
  const char *self
      = os_file_of_address ((const void *)&x86emul_lifecycle_program);
  const char *slash = self != NULL ? strrchr (self, '/') : NULL;
  for (unsigned i = 0; slash != NULL && i < GOMP_ARRAY_SIZE (paths); i++)
    {
      snprintf (path, PATH_MAX, "%.*s/%s", (int)(slash - self), self, paths[i]);
      if (access (path, F_OK) == 0)
        break;
    }
  if (slash == NULL || access (path, F_OK) != 0)
    snprintf (path, PATH_MAX, "%s", X86EMUL_DEVICE_ABSOLUTE);
  if (access (path, X_OK) == 0)
    return true;
  gomp_error_errno (GOMP_ERR_NODEV, errno,
                    "cannot run the emulated device's program '%s'", path);
  return false;
}

/* Start.  */

static enum gomp_status
record_start_error (const struct x86emul_device *d, int errnum,
                    const char *what)
{
  return gomp_error_errno (GOMP_ERR_SYSTEM, errnum,
                           "cannot start device %d (x86emul): %s", d->number,
                           what);
}

/* Ask libgomp which number the program gives D.  The program may have fewer or
   more devices than this plugin, and in another order.  */
static void
ask_number (struct x86emul_device *d)
{
  __typeof__ (&offgomp_device_number) ask
      = (__typeof__ (ask))x86emul_libgomp_symbol ("offgomp_device_number");
  if (ask != NULL)
    d->number = ask (GOMP_DEVICE_X86EMUL, d->ordinal, &d->program_devices);
}

/* Let the numbers of launches begin with one that a region does not write by
   accident.  */
static void
start_numbers (struct x86emul_device *d)
{
  uint64_t chance = os_time_ns () ^ (uintptr_t)d->channel.control;
  chance *= UINT64_C (0x9e3779b97f4a7c15);
  uint32_t first = (uint32_t)(chance >> 32) & X86EMUL_LAUNCH_MASK;
  struct x86emul_control *c = d->channel.control;
  d->channel.first_number = first;
  for (unsigned i = 0; i < X86EMUL_SLOTS; i++)
    {
      d->slots.slot[i].number = first;
      gomp_wait_init (&c->slots[i].posted, first);
      gomp_wait_init (&c->slots[i].done, first);
      atomic_store_explicit (&c->slots[i].stage, first, memory_order_relaxed);
    }
  gomp_wait_init (&c->queue.tail, first);
  atomic_store_explicit (&c->queue.head, first, memory_order_relaxed);
}

static enum gomp_status
create_control (struct x86emul_device *d)
{
  void *p;
  int r = os_shared_create ("x86emul-control", sizeof (*d->channel.control),
                            &d->channel.control_fd);
  if (r == 0)
    r = os_shared_map (d->channel.control_fd, 0, sizeof (*d->channel.control),
                       OS_PROT_READ | OS_PROT_WRITE, NULL, &p);
  if (r != 0)
    return record_start_error (d, r, "control block");
  d->channel.control = p;
  d->channel.control->magic = X86EMUL_PROTO_MAGIC;
  d->channel.control->version = X86EMUL_PROTO_VERSION;
  d->channel.control->slot_count = X86EMUL_SLOTS;
  start_numbers (d);
  return GOMP_OK;
}

/* Create the arena in its full size.  Its size never changes, since that would
   take a descriptor, which the program might close.  It gets pages as it is
   touched.  If the address space or the size of files is limited, it is smaller
   than the user asked for.  */
static enum gomp_status
create_arena (struct x86emul_device *d)
{
  void *p = NULL;
  uint64_t size = d->options->memory;
  uint64_t limit = os_file_size_limit () & ~(uint64_t)(X86EMUL_PAGE_SIZE - 1);
  d->memory.is_limited = limit < size && limit >= X86EMUL_ARENA_MIN;
  if (d->memory.is_limited)
    size = limit;
  int r = os_shared_create ("x86emul-memory", size, &d->memory.fd);
  if (r != 0)
    return record_start_error (d, r, "device memory");
  void *where = x86emul_address_window_view ((unsigned)d->ordinal, size);
  for (;; size /= 2)
    {
      r = os_shared_map (d->memory.fd, 0, size, 0, where, &p);
      if (r == 0 || size / 2 < X86EMUL_ARENA_MIN)
        break;
    }
  if (r != 0)
    return record_start_error (d, r, "device memory");
  d->memory.view = p;
  d->memory.view_size = size;
  d->memory.size = size;
  x86emul_bulk_create (&d->bulks, size);
  d->memory.backing.view = p;
  d->memory.backing.announced = &d->channel.control->in_use;
  return x86emul_arena_create (size, x86emul_backing_grow, &d->memory.backing,
                               &d->memory.arena);
}

static enum gomp_status
create_channels (struct x86emul_device *d)
{
  int ends[2];
  int r = os_channel_pair (ends);
  if (r != 0)
    return record_start_error (d, r, "channel");
  os_held_set (&d->channel.stream, ends[0]);
  d->channel.device_end = ends[1];
  r = os_channel_pair (ends);
  if (r != 0)
    return record_start_error (d, r, "channel");
  os_held_set (&d->monitor.event, ends[0]);
  d->channel.event_end = ends[1];
  return GOMP_OK;
}

static enum gomp_status
create_resources (struct x86emul_device *d)
{
  d->channel.control_fd = d->memory.fd = d->checker.shadow_fd = d->poison.fd
      = d->channel.event_end = -1;
  d->channel.stream = d->monitor.event = OS_HELD_NONE;
  d->channel.device_end = -1;
  d->monitor.exit_status = -1;
  /* Under the mapping checker the states take as much address space again.  */
  x86emul_address_window_open (&d->memory.window, (unsigned)d->ordinal,
                               d->options->memory << d->options->check);
  enum gomp_status status = create_control (d);
  if (status == GOMP_OK)
    status = create_arena (d);
  if (status == GOMP_OK)
    status = create_channels (d);
  int errnum;
  if (status == GOMP_OK && d->options->check
      && !x86emul_check_create (d, &errnum))
    status = record_start_error (d, errnum, "states of device memory");
  if (status == GOMP_OK)
    x86emul_poison_create (d);
  d->memory.is_marked = d->checker.shadow != NULL || d->poison.shadow != NULL;
  return status;
}

/* Close the descriptors that only the device needs from now on.  */
static void
close_given (struct x86emul_device *d)
{
  os_close (&d->channel.control_fd);
  os_close (&d->memory.fd);
  os_close (&d->checker.shadow_fd);
  os_close (&d->poison.fd);
  os_close (&d->channel.event_end);
}

/* Release the resources of a device that will be started again, or that could
   not be started.  A stopped device keeps them: while the program ends, other
   threads may still look at them.  */
static void
release_resources (struct x86emul_device *d)
{
  x86emul_async_free (d);
  x86emul_images_clear (d);
  x86emul_memory_clear (d);
  x86emul_check_destroy (d);
  x86emul_poison_destroy (d);
  x86emul_trace_destroy (d);
  x86emul_mappings_free (d->failure.mappings);
  free (d->failure.text);
  if (d->memory.arena != NULL)
    x86emul_arena_destroy (d->memory.arena);
  x86emul_bulk_destroy (&d->bulks);
  if (d->memory.view != NULL)
    os_unmap (d->memory.view, d->memory.view_size);
  if (d->channel.control != NULL)
    os_unmap (d->channel.control, sizeof (*d->channel.control));
  os_held_close (&d->channel.stream);
  os_held_close (&d->monitor.event);
  os_close (&d->channel.device_end);
  x86emul_address_window_close (&d->memory.window);
  d->failure.mappings = NULL;
  d->failure.text = NULL;
  d->memory.arena = NULL;
  d->memory.view = NULL;
  d->channel.control = NULL;
  d->monitor.process = 0;
  atomic_store (&d->failure.has_record, false);
  atomic_store (&d->failure.overwritten, X86EMUL_OVERWRITTEN_NOTHING);
  atomic_store (&d->failure.rights_changed, false);
  memset (d->slots.slot, 0, sizeof (d->slots.slot));
  atomic_store (&d->slots.used, 0);
  atomic_store (&d->freed.count, 0);
  atomic_store (&d->stopping, false);
  atomic_store (&d->is_logged, false);
  atomic_store (&d->monitor.unwanted, false);
}

enum gomp_status
x86emul_lifecycle_start (struct x86emul_device *d)
{
  if (x86emul_device_condition (d) == X86EMUL_FORKED)
    return x86emul_condition_check (d) ? GOMP_OK : GOMP_ERR_NODEV;
  ask_number (d);
  if (d->channel.control != NULL)
    release_resources (d);
  char program[PATH_MAX];
  if (!x86emul_lifecycle_program (program))
    return GOMP_ERR_NODEV;
  enum gomp_status status = create_resources (d);
  if (status == GOMP_OK)
    status = x86emul_watch_start (d, program);
  if (status != GOMP_OK)
    {
      close_given (d);
      release_resources (d);
      return status;
    }
  status = x86emul_greet (d, program);
  close_given (d);
  if (status != GOMP_OK)
    {
      x86emul_lifecycle_stop (d);
      release_resources (d);
      return status;
    }
  x86emul_output_find_fortran (NULL);
  /* Release: pairs with the acquire in x86emul_device_is_up.  */
  unsigned down = X86EMUL_DOWN;
  atomic_compare_exchange_strong (&d->condition, &down, X86EMUL_UP);
  return GOMP_OK;
}

/* Stop.  */

static bool
is_idle (struct x86emul_device *d)
{
  for (unsigned i = 0; i < atomic_load (&d->slots.used); i++)
    if (atomic_load (&d->slots.slot[i].busy) != 0)
      return false;
  return true;
}

/* STATUS, as of waitpid, of a device that was asked to end: a sanitizer's, if
   it had something to report.  The program shall end with the same.  */
static void
pass_status_on (int status)
{
  __typeof__ (&offgomp_end_with) end_with
      = (__typeof__ (end_with))x86emul_libgomp_symbol ("offgomp_end_with");
  if (end_with != NULL && status != -1 && WIFEXITED (status))
    end_with (WEXITSTATUS (status));
}

/* Ask the device to end by itself, so that it runs its exit handlers.  */
static void
quit (struct x86emul_device *d)
{
  struct x86emul_outgoing request = { .type = X86EMUL_QUIT };
  bool wrapped = d->options->wrapper[0] != NULL;
  if (x86emul_message_send (os_held_get (&d->channel.stream), &request) != 0)
    return;
  bool sanitized = x86emul_sanitizers_explain (NULL);
  int patience = wrapped || sanitized ? QUIT_WRAPPED_MS : QUIT_MS;
  /* Wait without limit: an interactive debugger ends when its user wants.  */
  if (wrapped && isatty (STDIN_FILENO))
    patience = -1;
  if (x86emul_monitor_ended (d, patience) && sanitized)
    pass_status_on (d->monitor.exit_status);
}

void
x86emul_lifecycle_stop (struct x86emul_device *d)
{
  unsigned condition = x86emul_device_condition (d);
  if (condition == X86EMUL_FORKED)
    return;
  d->stopper = (unsigned long)pthread_self ();
  /* Release: pairs with the acquire in mark_failed and
     x86emul_device_await_end.  */
  atomic_store_explicit (&d->stopping, true, memory_order_release);
  x86emul_async_stop (d);
  if (condition == X86EMUL_UP && is_idle (d))
    quit (d);
  x86emul_watch_stop (d);
  atomic_store (&d->condition, X86EMUL_DOWN);
}
