/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The devices' lives: from the process's start to its end; see device.h.

   Owns the table of devices.  Start and stop of a device are serialised by
   libgomp; the condition is what every other thread looks at first.  After a
   fork, the child's devices are marked, in the atfork handler or where one that
   it was not called in is noticed: their process is the parent's.  */

#include "host/device.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/async.h"
#include "host/check.h"
#include "host/failure.h"
#include "host/image.h"
#include "host/libgomp_symbols.h"
#include "host/monitor.h"
#include "host/transport.h"
#include "message.h"
#include "os/channel.h"
#include "os/memory.h"
#include "os/os.h"
#include "os/process.h"
#include "output.h"
#include "plugin.h"
#include "x86emul_image.h"

/* How long a device may take to end when asked; behind a wrapper (a tool that
   may have a report to write) longer.  */
#define QUIT_MS 5000
#define QUIT_WRAPPED_MS 60000
#define ARENA_MIN (1ull << 20)

struct x86emul_device *x86emul_devices;
unsigned x86emul_device_count;

/* In a child that the handlers were not called in the first threads that need
   a device may do this side by side.  */
static void
mark_forked (void)
{
  for (unsigned i = 0; i < x86emul_device_count; i++)
    {
      struct x86emul_device *d = &x86emul_devices[i];
      if (atomic_load (&d->condition) != X86EMUL_DOWN
          && atomic_exchange (&d->condition, X86EMUL_FORKED) != X86EMUL_FORKED)
        {
          os_held_close (&d->channel.stream);
          os_held_close (&d->monitor.event);
        }
    }
  os_origin_renew ();
}

static unsigned
find_condition (struct x86emul_device *d)
{
  if (os_origin_lost ())
    mark_forked ();
  return atomic_load (&d->condition);
}

enum gomp_status
x86emul_devices_create (const struct x86emul_options *options)
{
  size_t size = options->devices * sizeof (struct x86emul_device);
  void *p = NULL;
  if (posix_memalign (&p, _Alignof(struct x86emul_device), size) != 0)
    return gomp_error_set (GOMP_ERR_NOMEM,
                           "out of memory for %u emulated devices",
                           options->devices);
  memset (p, 0, size);
  x86emul_devices = p;
  for (unsigned i = 0; i < options->devices; i++)
    {
      x86emul_devices[i].ordinal = (int)i;
      x86emul_devices[i].number = (int)i;
      x86emul_devices[i].program_devices = (int)options->devices;
      x86emul_devices[i].options = options;
    }
  x86emul_device_count = options->devices;
  os_origin_watch ();
  pthread_atfork (NULL, NULL, mark_forked);
  return GOMP_OK;
}

/* Next to the plugin as installed, or as built.  */
const char *
x86emul_device_program (void)
{
  static char path[PATH_MAX];
  static const char *const places[]
      = { X86EMUL_DEVICE_RELATIVE, "../x86emul-device", "x86emul-device" };
  const char *self = os_file_of_address ((const void *)&x86emul_device_program);
  const char *slash = self != NULL ? strrchr (self, '/') : NULL;
  for (unsigned i = 0; slash != NULL && i < GOMP_ARRAY_SIZE (places); i++)
    {
      snprintf (path, sizeof (path), "%.*s/%s", (int)(slash - self), self,
                places[i]);
      if (access (path, F_OK) == 0)
        break;
    }
  if (slash == NULL || access (path, F_OK) != 0)
    snprintf (path, sizeof (path), "%s", X86EMUL_DEVICE_ABSOLUTE);
  if (access (path, X_OK) == 0)
    return path;
  gomp_error_errno (GOMP_ERR_NODEV, errno,
                    "cannot run the emulated device's program '%s'", path);
  return NULL;
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

/* From a number that regions do not write by accident.  */
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

/* All of it, once: nobody changes its size later, by a descriptor that the
   program might have closed.  Pages it gets as they are touched.  Where the
   address space is short, or the size of files limited, less than what was
   asked for.  */
static enum gomp_status
create_arena (struct x86emul_device *d)
{
  void *p = NULL;
  uint64_t size = d->options->memory;
  uint64_t limit = os_file_size_limit () & ~(uint64_t)(X86EMUL_PAGE_SIZE - 1);
  d->memory.is_limited = limit < size && limit >= ARENA_MIN;
  if (d->memory.is_limited)
    size = limit;
  int r = os_shared_create ("x86emul-memory", size, &d->memory.fd);
  if (r != 0)
    return record_start_error (d, r, "device memory");
  void *where = x86emul_address_window_view ((unsigned)d->ordinal, size);
  for (;; size /= 2)
    {
      r = os_shared_map (d->memory.fd, 0, size, 0, where, &p);
      if (r == 0 || size / 2 < ARENA_MIN)
        break;
    }
  if (r != 0)
    return record_start_error (d, r, "device memory");
  d->memory.view = p;
  d->memory.view_size = size;
  d->memory.size = size;
  return x86emul_arena_create (size, p, &d->channel.control->in_use,
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
lost_at_start (struct x86emul_device *d, int errnum, const char *program)
{
  enum gomp_status status = x86emul_failure_lost (d, errnum);
  gomp_error_context (
      "starting it: %s %s",
      d->options->wrapper[0] != NULL ? d->options->wrapper[0] : "", program);
  return status;
}

static enum gomp_status
check_hello (struct x86emul_device *d, const struct x86emul_incoming *m)
{
  const struct x86emul_hello *hello = m->payload;
  if (m->head.type != X86EMUL_HELLO || m->head.size < sizeof (*hello)
      || hello->magic != X86EMUL_PROTO_MAGIC
      || hello->version != X86EMUL_PROTO_VERSION)
    return gomp_error_set (GOMP_ERR_DEVICE,
                           "cannot start device %d (x86emul): its program "
                           "belongs to another version of the plugin",
                           d->number);
  d->monitor.process = hello->process;
  return GOMP_OK;
}

/* Reserve what the device has mapped; *AGAIN: impossible, it shall try other
   addresses.  */
static void
settle_addresses (struct x86emul_device *d, const struct x86emul_incoming *m,
                  bool *again)
{
  const struct x86emul_hello *hello = m->payload;
  *again = false;
  if (!hello->window_shut || d->memory.window.size == 0)
    return;
  unsigned count = (unsigned)((m->head.size - sizeof (*hello))
                              / sizeof (struct x86emul_range));
  const struct x86emul_range *ranges
      = (const struct x86emul_range *)(hello + 1);
  if (x86emul_address_window_exclude (&d->memory.window, ranges, count))
    return;
  *again = hello->attempt < X86EMUL_RESTARTS;
  if (!*again)
    GOMP_PLUGIN_debug (0,
                       "device %d (x86emul): some addresses of host and device "
                       "are the same\n",
                       d->number);
}

static enum gomp_status
receive_hello (struct x86emul_device *d, const char *program)
{
  bool again = true;
  while (again)
    {
      struct x86emul_incoming hello;
      int r
          = x86emul_message_receive (os_held_get (&d->channel.stream), &hello);
      if (r != 0)
        return lost_at_start (d, r, program);
      enum gomp_status status = check_hello (d, &hello);
      if (status == GOMP_OK)
        settle_addresses (d, &hello, &again);
      x86emul_message_free (&hello);
      if (status != GOMP_OK)
        return status;
      struct x86emul_outgoing restart = { .type = X86EMUL_RESTART };
      r = again ? x86emul_message_send (os_held_get (&d->channel.stream),
                                        &restart)
                : 0;
      if (r != 0)
        return lost_at_start (d, r, program);
    }
  return GOMP_OK;
}

/* How the program numbers its devices, which may be fewer than ours, or more,
   and in another order.  */
static void
ask_number (struct x86emul_device *d)
{
  __typeof__ (&offgomp_device_number) ask
      = (__typeof__ (ask))x86emul_libgomp_symbol ("offgomp_device_number");
  if (ask != NULL)
    d->number = ask (GOMP_DEVICE_X86EMUL, d->ordinal, &d->program_devices);
}

static enum gomp_status
take_arena (struct x86emul_device *d, const struct x86emul_incoming *m)
{
  const struct x86emul_ready *ready = m->payload;
  if (m->head.type != X86EMUL_READY || m->head.size < sizeof (*ready)
      || ready->arena_size < ARENA_MIN || ready->arena_backed > d->memory.size
      || ready->arena_start % X86EMUL_PAGE_SIZE != 0
      || ready->arena_start > UINT64_MAX - d->memory.size)
    return gomp_error_set (GOMP_ERR_DEVICE,
                           "cannot start device %d (x86emul): it told nothing "
                           "sensible about its memory",
                           d->number);
  d->memory.start = ready->arena_start;
  if (ready->arena_size < d->memory.size)
    d->memory.size = ready->arena_size;
  return x86emul_arena_limit (d->memory.arena, d->memory.size,
                              ready->arena_backed);
}

static enum gomp_status
send_welcome (struct x86emul_device *d)
{
  const char *library = x86emul_libgomp_path ();
  struct x86emul_welcome welcome
      = { .device_number = d->number,
          .device_count = d->program_devices,
          .host_process = os_process_id (),
          .slot_count = X86EMUL_SLOTS,
          .control_size = sizeof (*d->channel.control),
          .arena_size = d->memory.size,
          .size_chosen = d->options->memory_set,
          .checked = d->checker.shadow != NULL,
          .logs = d->checker.logs_start,
          .first_number = d->channel.first_number };
  int fds[] = { d->channel.control_fd, d->memory.fd, d->channel.event_end,
                d->checker.shadow_fd };
  struct x86emul_outgoing request
      = { .type = X86EMUL_WELCOME,
          .part = { { &welcome, sizeof (welcome) },
                    { library, library != NULL ? strlen (library) : 0 } },
          .fds = fds,
          .fd_count = 3 + welcome.checked };
  struct x86emul_incoming answer;
  enum gomp_status status = x86emul_transport_exchange (d, &request, &answer);
  if (status != GOMP_OK)
    {
      gomp_error_context ("starting device %d (x86emul)", d->number);
      return status;
    }
  status = take_arena (d, &answer);
  x86emul_message_free (&answer);
  /* A device that is ready has a thread for the first slot.  */
  d->slots.slot[0].served = true;
  atomic_store (&d->slots.used, 1);
  return status;
}

enum gomp_status
x86emul_device_greet (struct x86emul_device *d, const char *program)
{
  enum gomp_status status = receive_hello (d, program);
  return status == GOMP_OK ? send_welcome (d) : status;
}

static enum gomp_status
create_resources (struct x86emul_device *d)
{
  d->channel.control_fd = d->memory.fd = d->checker.shadow_fd
      = d->channel.event_end = -1;
  d->channel.stream = d->monitor.event = OS_HELD_NONE;
  d->channel.device_end = -1;
  d->monitor.exit_status = -1;
  /* The states of its memory take as much address space again.  */
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
  return status;
}

/* What only the device needs from now on.  */
static void
close_given (struct x86emul_device *d)
{
  os_close (&d->channel.control_fd);
  os_close (&d->memory.fd);
  os_close (&d->checker.shadow_fd);
  os_close (&d->channel.event_end);
}

/* Of a device that is to be started again, or never was: while the program
   ends, other threads may still look at what they used.  */
static void
release_resources (struct x86emul_device *d)
{
  x86emul_async_free (d);
  x86emul_image_clear (d);
  x86emul_check_destroy (d);
  x86emul_mappings_free (d->failure.mappings);
  free (d->failure.text);
  if (d->memory.arena != NULL)
    x86emul_arena_destroy (d->memory.arena);
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
  atomic_store (&d->failure.has_words, false);
  atomic_store (&d->failure.overwritten, X86EMUL_OVERWRITTEN_NOTHING);
  atomic_store (&d->failure.rights_changed, false);
  memset (d->slots.slot, 0, sizeof (d->slots.slot));
  atomic_store (&d->slots.used, 0);
  atomic_store (&d->freed.count, 0);
  atomic_store (&d->stopping, false);
  atomic_store (&d->monitor.unwanted, false);
}

enum gomp_status
x86emul_device_start (struct x86emul_device *d)
{
  if (find_condition (d) == X86EMUL_FORKED)
    return x86emul_device_check (d) ? GOMP_OK : GOMP_ERR_NODEV;
  ask_number (d);
  if (d->channel.control != NULL)
    release_resources (d);
  const char *program = x86emul_device_program ();
  if (program == NULL)
    return GOMP_ERR_NODEV;
  enum gomp_status status = create_resources (d);
  if (status == GOMP_OK)
    status = x86emul_monitor_start (d, program);
  if (status != GOMP_OK)
    {
      close_given (d);
      release_resources (d);
      return status;
    }
  status = x86emul_device_greet (d, program);
  close_given (d);
  if (status != GOMP_OK)
    {
      x86emul_device_stop (d);
      release_resources (d);
      return status;
    }
  x86emul_output_find_fortran (NULL);
  /* Release: pairs with the acquire in x86emul_device_usable.  */
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

/* Ask it to end, so that it runs its own exit handlers.  */
static void
quit (struct x86emul_device *d)
{
  struct x86emul_outgoing request = { .type = X86EMUL_QUIT };
  bool wrapped = d->options->wrapper[0] != NULL;
  if (x86emul_message_send (os_held_get (&d->channel.stream), &request) != 0)
    return;
  int patience = wrapped ? QUIT_WRAPPED_MS : QUIT_MS;
  /* An interactive debugger ends when its user wants.  */
  if (wrapped && isatty (STDIN_FILENO))
    patience = -1;
  x86emul_monitor_ended (d, patience);
}

void
x86emul_device_stop (struct x86emul_device *d)
{
  unsigned condition = find_condition (d);
  if (condition == X86EMUL_FORKED)
    return;
  d->stopper = (unsigned long)pthread_self ();
  /* Release: pairs with the acquire in mark_failed and
     x86emul_device_await_end.  */
  atomic_store_explicit (&d->stopping, true, memory_order_release);
  x86emul_async_stop (d);
  if (condition == X86EMUL_UP && is_idle (d))
    quit (d);
  x86emul_monitor_stop (d);
  atomic_store (&d->condition, X86EMUL_DOWN);
}

void
x86emul_device_await_end (struct x86emul_device *d)
{
  struct gomp_wait_word never = { 0 };
  /* Acquire: pairs with the release in x86emul_device_stop.  */
  while (atomic_load_explicit (&d->stopping, memory_order_acquire)
         && !pthread_equal (pthread_self (), (pthread_t)d->stopper))
    gomp_wait_sleep (&never, 0, GOMP_WAIT_PRIVATE, -1);
}

bool
x86emul_device_has_rights (struct x86emul_device *d)
{
  enum os_rights_change change = os_rights_compare (&d->monitor.rights);
  if (change == OS_RIGHTS_SAME)
    return true;
  if (change == OS_RIGHTS_GONE)
    x86emul_failure_changed (d);
  gomp_error_set (GOMP_ERR_NODEV, X86EMUL_CHANGED_TEXT, d->number);
  return false;
}

bool
x86emul_device_check (struct x86emul_device *d)
{
  switch (find_condition (d))
    {
    case X86EMUL_UP:
      return true;
    case X86EMUL_FAILED:
      x86emul_failure_record (d);
      return false;
    case X86EMUL_FORKED:
      gomp_error_set (GOMP_ERR_NODEV,
                      "device %d (x86emul) cannot be used in this process: it "
                      "was forked after the device's first use\n  hint: fork "
                      "before the first target construct, or call exec in the "
                      "child",
                      d->number);
      return false;
    default:
      x86emul_device_await_end (d);
      gomp_error_set (GOMP_ERR_NODEV, "device %d (x86emul) is not started",
                      d->number);
      return false;
    }
}
