/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A device's failure; see failure.h.

   The first thread that meets the failure writes the message once, from facts
   that the monitor has gathered: the fault record, the device's mappings at
   that time, and the exit status of its process.  failure.lock protects the
   text.  */

#include "host/failure.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/device.h"
#include "host/failure_words.h"
#include "host/freed.h"
#include "host/images.h"
#include "host/mappings.h"
#include "host/monitor.h"
#include "host/symbols.h"
#include "os/channel.h"
#include "os/process.h"
#include "x86emul_image.h"

/* As with device.h's function: OpenACC's regions are launched at once.  */
static bool
is_acc (const struct x86emul_device *d, int slot)
{
  if (slot < 0 || slot >= X86EMUL_SLOTS)
    return false;
  const struct x86emul_host_slot *s = &d->slots.slot[slot];
  return atomic_load_explicit (&s->function, memory_order_relaxed) != 0
         && atomic_load_explicit (&s->is_acc, memory_order_relaxed);
}

/* Write NAME+OFFSET, with the file's name if the code is not in an image.  */
static void
write_pc (struct gomp_strbuf *out, struct x86emul_device *d, uint64_t pc)
{
  if (pc == 0)
    return;
  size_t before = out->length;
  x86emul_images_symbol (d, pc, out);
  const struct x86emul_mapping *m
      = x86emul_mappings_find (d->failure.mappings, pc);
  if (out->length == before && m != NULL && m->name[0] == '/')
    {
      const struct x86emul_mapping *first = m;
      while (first > d->failure.mappings->list
             && strcmp (first[-1].name, m->name) == 0)
        first--;
      x86emul_symbol_write_file (out, m->name, first->start, pc);
      if (out->length == before)
        gomp_strbuf_printf (out, "0x%llx", (unsigned long long)pc);
      gomp_strbuf_printf (out, " in %s", strrchr (m->name, '/') + 1);
    }
  if (out->length == before)
    gomp_strbuf_printf (out, "0x%llx", (unsigned long long)pc);
}

/* Find a slot with a region in progress; -1: none.  A server of the queue has
   no region while it finds no entry.  */
static int
any_launch (struct x86emul_device *d)
{
  for (unsigned i = 0; i < atomic_load (&d->slots.used); i++)
    if (atomic_load (&d->slots.slot[i].busy) != 0
        && x86emul_device_region (d, (int)i) != 0)
      return (int)i;
  return -1;
}

static void
gather_fault (struct x86emul_device *d, struct x86emul_failure_facts *f)
{
  const struct x86emul_fault *r = &d->failure.record;
  f->fault = r->kind != 0 ? r->kind : UINT32_MAX;
  f->signal = r->signal;
  f->code = r->code;
  f->status = r->status;
  f->access = r->access;
  f->address = r->address;
  f->sp = r->sp;
  const struct x86emul_mapping *m
      = x86emul_mappings_find (d->failure.mappings, r->address);
  f->prot = m != NULL ? m->prot : 0;
  snprintf (f->mapping, sizeof (f->mapping), "%s", m != NULL ? m->name : "");
  f->is_freed = x86emul_freed_covers (d, r->address - d->memory.start);
  struct gomp_strbuf pc;
  gomp_strbuf_init (&pc, f->pc, sizeof (f->pc));
  write_pc (&pc, d, r->pc);
}

void
x86emul_failure_gather (struct x86emul_device *d,
                        struct x86emul_failure_facts *f)
{
  memset (f, 0, sizeof (*f));
  f->overwritten = atomic_load (&d->failure.overwritten);
  /* Acquire: pairs with the release in x86emul_failure_keep_record.  */
  bool has_record
      = f->overwritten == X86EMUL_OVERWRITTEN_NOTHING
        && atomic_load_explicit (&d->failure.has_record, memory_order_acquire);
  int slot = has_record ? d->failure.record.slot : any_launch (d);
  f->function = x86emul_device_region (d, slot);
  f->is_acc = is_acc (d, slot);
  f->memory_start = d->memory.start;
  f->memory_size = d->memory.size;
  f->memory_backed = x86emul_arena_backed (d->memory.arena);
  f->process = d->monitor.child.pid;
  /* Pairs with the store in watch.c.  */
  f->exit_status = atomic_load (&d->monitor.exit_status);
  if (has_record)
    gather_fault (d, f);
}

/* The message, in the words of this machine.  */
static void
write_failure (struct gomp_strbuf *out, struct x86emul_device *d)
{
  if (atomic_load (&d->failure.rights_changed))
    {
      gomp_strbuf_printf (out, X86EMUL_CHANGED_TEXT, d->number);
      return;
    }
  char device[64];
  struct x86emul_failure_facts facts;
  struct x86emul_failure_names names = { .device = device,
                                         .type = GOMP_DEVICE_X86EMUL,
                                         .ordinal = d->ordinal };
  x86emul_failure_gather (d, &facts);
  snprintf (device, sizeof (device), "device %d (x86emul)", d->number);
  if (facts.function == 0
      || !x86emul_images_function (d, facts.function, &names.region,
                                   &names.source))
    names.region = NULL;
  x86emul_failure_words (out, &facts, &names);
}

bool
x86emul_failure_keep_record (struct x86emul_device *d)
{
  const struct x86emul_fault *f = &d->channel.control->fault;
  /* Acquire: pairs with the release in the device's fault.c.  */
  if (atomic_load_explicit (&d->failure.has_record, memory_order_relaxed)
      || atomic_load_explicit (&f->state, memory_order_acquire)
             != X86EMUL_FAULT_WRITTEN)
    return false;
  /* Read the record once: a region that still runs may change it.  */
  memcpy (&d->failure.record, f, sizeof (d->failure.record));
  if (d->failure.record.first_number != d->channel.first_number)
    return false;
  /* Release: pairs with the acquire in
     x86emul_failure_gather.  */
  atomic_store_explicit (&d->failure.has_record, true, memory_order_release);
  return true;
}

enum gomp_status
x86emul_failure_record (struct x86emul_device *d)
{
  /* If the device has not failed, it was stopped at the end of the program.  */
  if (atomic_load (&d->condition) != X86EMUL_FAILED)
    x86emul_device_await_end (d);
  gomp_mutex_lock (&d->failure.lock);
  if (d->failure.text == NULL)
    {
      char text[3072];
      struct gomp_strbuf out;
      gomp_strbuf_init (&out, text, sizeof (text));
      write_failure (&out, d);
      d->failure.text = strdup (text);
    }
  const char *text
      = d->failure.text != NULL ? d->failure.text : "the device failed";
  gomp_mutex_unlock (&d->failure.lock);
  return gomp_error_set (GOMP_ERR_DEVICE, "%s", text);
}

/* Mark D as failed and have the monitor end its process.  */
static void
end_device (struct x86emul_device *d)
{
  unsigned up = X86EMUL_UP;
  /* Acquire: pairs with the release in x86emul_lifecycle_stop.  */
  if (atomic_load_explicit (&d->stopping, memory_order_acquire))
    return;
  atomic_compare_exchange_strong (&d->condition, &up, X86EMUL_FAILED);
  x86emul_monitor_kill (d);
}

void
x86emul_failure_overwritten (struct x86emul_device *d,
                             enum x86emul_overwritten what)
{
  unsigned nothing = X86EMUL_OVERWRITTEN_NOTHING;
  atomic_compare_exchange_strong (&d->failure.overwritten, &nothing, what);
  end_device (d);
}

void
x86emul_failure_changed (struct x86emul_device *d)
{
  atomic_store (&d->failure.rights_changed, true);
  end_device (d);
}

bool
x86emul_failure_ends_program (void)
{
  static atomic_ulong speaker;
  return gomp_fatal_is_own (&speaker);
}

enum gomp_status
x86emul_failure_lost (struct x86emul_device *d, int errnum)
{
  bool gone = errnum == ECONNRESET || errnum == EPIPE;
  if (gone && x86emul_monitor_ended (d, 5000))
    return x86emul_failure_record (d);
  if (errnum == EBADF)
    return gomp_error_set (
        GOMP_ERR_DEVICE,
        "device %d (x86emul) cannot be reached any more: the program has "
        "closed the descriptor of its connection\n  hint: close only the "
        "program's own descriptors, or close all before the first target "
        "construct",
        d->number);
  return gomp_error_errno (GOMP_ERR_DEVICE, errnum,
                           "lost the connection to device %d (x86emul)",
                           d->number);
}
