/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The messages from HELLO to READY; see greet.h.  Owns no data; called by the
   thread that starts the device.  */

#include "host/greet.h"

#include <string.h>

#include "host/device.h"
#include "host/failure.h"
#include "host/libgomp_symbols.h"
#include "host/transport.h"
#include "message.h"
#include "os/foreign.h"
#include "os/process.h"
#include "plugin.h"

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

/* Reserve the addresses that the device has mapped.  If that is impossible,
 *AGAIN: the device shall restart itself to get other addresses.  */
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

static enum gomp_status
take_arena (struct x86emul_device *d, const struct x86emul_incoming *m)
{
  const struct x86emul_ready *ready = m->payload;
  if (m->head.type != X86EMUL_READY || m->head.size < sizeof (*ready)
      || ready->arena_size < X86EMUL_ARENA_MIN
      || ready->arena_backed > d->memory.size
      || ready->arena_start % X86EMUL_PAGE_SIZE != 0
      || ready->arena_start > UINT64_MAX - d->memory.size)
    return gomp_error_set (GOMP_ERR_DEVICE,
                           "cannot start device %d (x86emul): its description "
                           "of its memory is invalid",
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
          .poisoned = d->poison.shadow != NULL,
          .logs = d->checker.logs_start,
          .first_number = d->channel.first_number,
          .lent = d->options->lends };
  if (welcome.lent)
    os_foreign_allow (d->monitor.child.pid);
  int fds[] = { d->channel.control_fd, d->memory.fd, d->channel.event_end,
                d->checker.shadow_fd, -1 };
  fds[3 + welcome.checked] = welcome.poisoned ? d->poison.fd : -1;
  struct x86emul_outgoing request
      = { .type = X86EMUL_WELCOME,
          .part = { { &welcome, sizeof (welcome) },
                    { library, library != NULL ? strlen (library) : 0 } },
          .fds = fds,
          .fd_count = 3 + welcome.checked + welcome.poisoned };
  struct x86emul_incoming answer;
  enum gomp_status status = x86emul_transport_exchange (d, &request, &answer);
  if (status != GOMP_OK)
    {
      gomp_error_context ("starting device %d (x86emul)", d->number);
      return status;
    }
  status = take_arena (d, &answer);
  x86emul_message_free (&answer);
  /* The device has started a thread for the first slot before it was ready.  */
  d->slots.slot[0].served = true;
  atomic_store (&d->slots.used, 1);
  return status;
}

enum gomp_status
x86emul_greet (struct x86emul_device *d, const char *program)
{
  enum gomp_status status = receive_hello (d, program);
  return status == GOMP_OK ? send_welcome (d) : status;
}
