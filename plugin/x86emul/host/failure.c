/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The message for a device's failure; see failure.h.

   The first thread that meets the failure writes the message once, from the
   monitor's data: the fault record, the device's mappings at that time, and the
   exit status of its process.  failure.lock protects the text.  libgomp takes
   no lock when it describes an address.  */

#include "host/failure.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "arch/fault.h"
#include "base/symbol.h"
#include "host/device.h"
#include "host/freed.h"
#include "host/images.h"
#include "host/libgomp_symbols.h"
#include "host/mappings.h"
#include "host/monitor.h"
#include "host/sanitizers.h"
#include "host/symbols.h"
#include "os/channel.h"
#include "os/memory.h"
#include "os/process.h"
#include "x86emul_image.h"

#define NULL_AREA 65536u
/* Addresses that are at most so far from device memory are reported relative to
   it.  */
#define AROUND_ARENA (1ull << 30)
#define NEAR_STACK 65536u

/* As with device.h's function: OpenACC's regions are launched at once.  */
static const char *
region_words (const struct x86emul_device *d, int slot)
{
  const struct x86emul_host_slot *s = &d->slots.slot[slot];
  return atomic_load_explicit (&s->function, memory_order_relaxed) != 0
                 && atomic_load_explicit (&s->is_acc, memory_order_relaxed)
             ? "compute region"
             : "target region";
}

/* Write the subject of the message: "target region 'NAME' (SOURCE) on device N
   (x86emul)".  */
static void
write_subject (struct gomp_strbuf *out, struct x86emul_device *d, int slot)
{
  const char *name;
  const char *source;
  uint64_t function = x86emul_device_region (d, slot);
  if (function != 0 && x86emul_images_function (d, function, &name, &source))
    {
      gomp_strbuf_printf (out, "%s '", region_words (d, slot));
      gomp_symbol_write (out, name);
      gomp_strbuf_printf (out, "'%s%s%s on ", *source != '\0' ? " (" : "",
                          source, *source != '\0' ? ")" : "");
    }
  gomp_strbuf_printf (out, "device %d (x86emul)", d->number);
}

/* Write " at pc NAME+OFFSET", with the file's name if the code is not in an
   image.  */
static void
write_pc (struct gomp_strbuf *out, struct x86emul_device *d, uint64_t pc)
{
  if (pc == 0)
    return;
  gomp_strbuf_printf (out, " at pc ");
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

/* Write libgomp's description of the address, indented; false: it has none.  */
static bool
write_libgomp_says (struct gomp_strbuf *out, struct x86emul_device *d,
                    uint64_t address)
{
  char text[1024];
  __typeof__ (&offgomp_explain_address) explain
      = (__typeof__ (explain))x86emul_libgomp_symbol (
          "offgomp_explain_address");
  if (explain == NULL
      || explain (GOMP_DEVICE_X86EMUL, d->ordinal, address, text, sizeof (text))
             == 0)
    return false;
  gomp_strbuf_printf (out, "\n  %s", text);
  return true;
}

/* Explain an address in or near device memory, or anywhere else where nothing
   is mapped.  */
static void
write_no_memory (struct gomp_strbuf *out, struct x86emul_device *d,
                 uint64_t address)
{
  unsigned long long where = address;
  uint64_t backed = x86emul_arena_backed (d->memory.arena);
  uint64_t offset = address - d->memory.start;
  if (offset >= d->memory.size + AROUND_ARENA
      && d->memory.start - address > AROUND_ARENA)
    gomp_strbuf_printf (out, "\n  0x%llx is not mapped on the device", where);
  else if (offset >= d->memory.size + AROUND_ARENA)
    gomp_strbuf_printf (out, "\n  0x%llx is %llu bytes before device memory",
                        where, (unsigned long long)(d->memory.start - address));
  else if (offset >= backed)
    gomp_strbuf_printf (out,
                        "\n  0x%llx is %llu bytes past the end of the device "
                        "memory in use",
                        where, (unsigned long long)(offset - backed));
  else if (x86emul_freed_covers (d, offset))
    gomp_strbuf_printf (out, "\n  0x%llx is device memory that was freed",
                        where);
  else
    gomp_strbuf_printf (out,
                        "\n  0x%llx is device memory: the machine has no "
                        "memory left for it",
                        where);
}

static void
write_explanation (struct gomp_strbuf *out, struct x86emul_device *d,
                   const struct x86emul_fault *f)
{
  uint64_t address = f->address;
  if (address < NULL_AREA)
    {
      gomp_strbuf_printf (out,
                          "\n  0x%llx is %sthe null pointer\n  hint: a pointer "
                          "that is null on the host, or whose target is not "
                          "mapped, is null on the device",
                          (unsigned long long)address,
                          address == 0 ? "" : "near ");
      return;
    }
  const struct x86emul_mapping *m
      = x86emul_mappings_find (d->failure.mappings, address);
  bool accessible = m != NULL && m->prot != 0;
  if (!accessible && f->sp != 0 && address + NEAR_STACK > f->sp
      && address < f->sp + NEAR_STACK)
    {
      gomp_strbuf_printf (out,
                          "\n  0x%llx is next to the stack pointer: the "
                          "stack of the thread has overflowed\n  hint: raise "
                          "`ulimit -s' or OMP_STACKSIZE",
                          (unsigned long long)address);
      return;
    }
  if (accessible && m->name[0] != '\0'
      && address - d->memory.start >= d->memory.size)
    gomp_strbuf_printf (out, "\n  0x%llx lies in %s of the device process%s",
                        (unsigned long long)address, m->name,
                        m->prot & OS_PROT_WRITE ? "" : ", read-only");
  else if (!write_libgomp_says (out, d, address))
    write_no_memory (out, d, address);
}

static const char *
exception_name (int code)
{
  switch (code)
    {
    case FPE_INTDIV:
      return "integer division by zero";
    case FPE_INTOVF:
      return "integer overflow";
    case FPE_FLTDIV:
      return "floating-point division by zero";
    case FPE_FLTOVF:
      return "floating-point overflow";
    case FPE_FLTINV:
      return "invalid floating-point operation";
    default:
      return "arithmetic exception";
    }
}

/* Describe a memory fault.  If there is no address, the pointer had a form that
   the processor refuses.  */
static void
write_memory_fault (struct gomp_strbuf *out, struct x86emul_device *d,
                    const struct x86emul_fault *f)
{
  static const char *const access[]
      = { "access to", "read of", "write to", "jump to" };
  bool has_address = f->code > 0 && f->code != SI_KERNEL;
  gomp_strbuf_printf (out, "%s", os_signal_name (f->signal));
  if (has_address)
    gomp_strbuf_printf (out, ": %s address 0x%llx", access[f->access & 3],
                        (unsigned long long)f->address);
  write_pc (out, d, f->pc);
  if (has_address)
    write_explanation (out, d, f);
  else if (f->code == SI_KERNEL)
    gomp_strbuf_printf (out, "\n  the pointer used is not a valid address on "
                             "this machine (not initialised, or overwritten?)");
}

static void
write_signal (struct gomp_strbuf *out, struct x86emul_device *d,
              const struct x86emul_fault *f)
{
  switch (f->signal)
    {
    case SIGSEGV:
    case SIGBUS:
      write_memory_fault (out, d, f);
      break;
    case SIGFPE:
      gomp_strbuf_printf (out, "%s", exception_name (f->code));
      write_pc (out, d, f->pc);
      break;
    case SIGABRT:
      gomp_strbuf_printf (out, "abort was called");
      break;
    case SIGILL:
    case SIGSYS:
      gomp_strbuf_printf (out, "%s", os_signal_name (f->signal));
      write_pc (out, d, f->pc);
      break;
    default:
      gomp_strbuf_printf (out, "killed by signal %d (%s)", f->signal,
                          strsignal (f->signal));
    }
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
write_end (struct gomp_strbuf *out, struct x86emul_device *d)
{
  int status = d->monitor.exit_status;
  gomp_strbuf_printf (out, "the device process (%d) ", d->monitor.child.pid);
  if (status == -1)
    gomp_strbuf_printf (out, "has ended");
  else if (WIFSIGNALED (status))
    gomp_strbuf_printf (out, "was killed by signal %d (%s)", WTERMSIG (status),
                        strsignal (WTERMSIG (status)));
  else
    {
      gomp_strbuf_printf (out, "has ended with exit status %d",
                          WEXITSTATUS (status));
      x86emul_sanitizers_explain (out);
    }
  if (status != -1 && WIFSIGNALED (status) && WTERMSIG (status) == SIGSEGV)
    gomp_strbuf_printf (out, "\n  hint: if the stack of a thread overflowed, "
                             "raise OMP_STACKSIZE");
}

static void
write_overwritten (struct gomp_strbuf *out, unsigned what)
{
  static const char *const names[]
      = { [X86EMUL_OVERWRITTEN_LAUNCHES] = "the record of launches",
          [X86EMUL_OVERWRITTEN_QUEUE] = "the queue of launches",
          [X86EMUL_OVERWRITTEN_REPORTS] = "the mapping checker's reports",
          [X86EMUL_OVERWRITTEN_LOGS] = "the mapping checker's access logs",
          [X86EMUL_OVERWRITTEN_FAULT] = "the record of its end" };
  gomp_strbuf_printf (out, "the device overwrote memory that it shares with "
                           "the host");
  if (what > 0 && what < GOMP_ARRAY_SIZE (names))
    gomp_strbuf_printf (out, ": %s", names[what]);
  gomp_strbuf_printf (out,
                      "\n  hint: a store through a wrong pointer can do this; "
                      "the mapping checker (OFFLOAD_EMUL_CHECK) finds it");
}

static void
write_words (struct gomp_strbuf *out, struct x86emul_device *d)
{
  const struct x86emul_fault *f = &d->failure.record;
  switch (f->kind)
    {
    case X86EMUL_FAULT_SIGNAL:
      write_signal (out, d, f);
      break;
    case X86EMUL_FAULT_EXIT:
      gomp_strbuf_printf (out, "exit was called, with status %d", f->status);
      break;
    case X86EMUL_FAULT_THREAD:
      gomp_strbuf_printf (out, "the region ended a thread that ran it "
                               "(by pthread_exit, or by a system call)");
      break;
    case X86EMUL_FAULT_OVERWRITTEN:
      write_overwritten (out, (unsigned)f->code);
      break;
    default:
      write_overwritten (out, X86EMUL_OVERWRITTEN_FAULT);
    }
}

static void
write_failure (struct gomp_strbuf *out, struct x86emul_device *d)
{
  unsigned overwritten = atomic_load (&d->failure.overwritten);
  if (atomic_load (&d->failure.rights_changed))
    {
      gomp_strbuf_printf (out, X86EMUL_CHANGED_TEXT, d->number);
      return;
    }
  /* Acquire: pairs with the release in x86emul_failure_keep_record.  */
  bool has_record
      = overwritten == X86EMUL_OVERWRITTEN_NOTHING
        && atomic_load_explicit (&d->failure.has_record, memory_order_acquire);
  write_subject (out, d, has_record ? d->failure.record.slot : any_launch (d));
  gomp_strbuf_printf (out, ": ");
  if (overwritten != X86EMUL_OVERWRITTEN_NOTHING)
    write_overwritten (out, overwritten);
  else if (has_record)
    write_words (out, d);
  else
    write_end (out, d);
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
  /* Release: pairs with the acquire in write_failure.  */
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
