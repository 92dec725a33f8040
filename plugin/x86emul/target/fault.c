/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The record of the end of a device; see fault.h.

   The first thread that is about to end the process writes the fault record,
   signals the event and waits until the host has examined the process.  Then it
   continues with the signal's default action (with its core file) or the rest
   of exit.  Everything here is async-signal safe, except writing out stdout: if
   that fails, too, the host still learns about the signal.  */

#include "target/fault.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "arch/fault.h"
#include "base/mem.h"
#include "os/channel.h"
#include "os/process.h"
#include "os/stack.h"
#include "output.h"
#include "target/borrow.h"
#include "target/indirect.h"
#include "target/memory.h"
#include "target/process.h"
#include "target/signal_origin.h"
#include "target/slot.h"

#define LOOK_NS 5000000000

static const int signals[]
    = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS };

/* The calling thread's stack for signal handlers; never freed.  Kept also where
   nobody reads it: LeakSanitizer looks for pointers.  */
static _Thread_local void *signal_stack __attribute__ ((used));

/* Another thread was quicker and ends the process.  */
static _Noreturn void
wait_for_end (void)
{
  for (;;)
    pause ();
}

/* The launch to blame for a fault in a thread of the runtime: the only launch
   in progress, or -1.  */
static int
only_launch (void)
{
  const struct x86emul_control *c = x86emul_process.control;
  int found = -1;
  for (int i = 0; i < X86EMUL_SLOTS; i++)
    {
      const struct x86emul_slot *s = &c->slots[i];
      if (atomic_load_explicit (&s->posted.value, memory_order_relaxed)
          == (atomic_load_explicit (&s->done.value, memory_order_relaxed)
              & X86EMUL_LAUNCH_MASK))
        continue;
      if (found >= 0)
        return -1;
      found = i;
    }
  return found;
}

static struct x86emul_fault *
begin (enum x86emul_fault_kind kind)
{
  static atomic_bool begun;
  struct x86emul_fault *f = &x86emul_process.control->fault;
  if (atomic_exchange (&begun, true))
    wait_for_end ();
  atomic_store (&f->state, X86EMUL_FAULT_WRITING);
  atomic_store (&f->seen.value, 0);
  f->kind = kind;
  f->first_number = x86emul_process.first_number;
  f->slot = x86emul_slot_current ();
  if (f->slot < 0)
    f->slot = only_launch ();
  return f;
}

/* Write out what the region printed before, unless it died within stdio.  */
static void
save_output (void)
{
  if (ftrylockfile (stdout) == 0)
    {
      fflush_unlocked (stdout);
      funlockfile (stdout);
    }
}

static void
announce (struct x86emul_fault *f)
{
  /* Release: pairs with the acquire in the host's take_last_words.  */
  atomic_store_explicit (&f->state, X86EMUL_FAULT_WRITTEN,
                         memory_order_release);
  os_event_signal (os_held_get (&x86emul_process.event));
  gomp_wait_sleep (&f->seen, 0, GOMP_WAIT_SHARED, LOOK_NS);
}

void
x86emul_fault_report (int number, const siginfo_t *info, const void *context)
{
  /* A child process of a region dies without a record; so does a device that
     dies while it starts or ends.  */
  if (os_process_id () != x86emul_process.process || x86emul_process.quitting
      || !x86emul_process.reports_faults)
    return;
  struct x86emul_fault *f = begin (X86EMUL_FAULT_SIGNAL);
  f->signal = number;
  f->code = info->si_code;
  f->address = (uintptr_t)info->si_addr;
  f->access = (uint32_t)arch_fault_access (context);
  f->pc = arch_fault_pc (context);
  f->sp = arch_fault_sp (context);
  save_output ();
  announce (f);
}

/* Code of clang calls a function of the host by its address there: call the
   same function of the device.  */
static bool
redirect (const siginfo_t *info, void *context)
{
  if (arch_fault_access (context) != GOMP_ACCESS_EXECUTE
      || arch_fault_pc (context) != (uintptr_t)info->si_addr)
    return false;
  void *function = x86emul_indirect_find (info->si_addr);
  if (function == info->si_addr)
    return false;
  arch_fault_continue (context, (uintptr_t)function);
  return true;
}

static void
handle_signal (int signal_number, siginfo_t *info, void *context)
{
  if (os_process_id () == x86emul_process.process
      && x86emul_signal_is_foreign (info))
    return;
  int saved = errno;
  if (signal_number == SIGSEGV && info->si_code > 0
      && (x86emul_memory_faulted ((uintptr_t)info->si_addr)
          || x86emul_borrow_page ((uintptr_t)info->si_addr)
          || redirect (info, context)))
    return;
  x86emul_fault_report (signal_number, info, context);
  signal (signal_number, SIG_DFL);
  /* A signal that a process sent does not come again by itself.  */
  if (info->si_code <= 0)
    raise (signal_number);
  errno = saved;
}

static void
handle_exit (int status, void *data)
{
  (void)data;
  if (os_process_id () != x86emul_process.process || x86emul_process.quitting)
    return;
  x86emul_output_flush_anywhere ();
  struct x86emul_fault *f = begin (X86EMUL_FAULT_EXIT);
  f->status = status;
  announce (f);
}

void
x86emul_fault_overwritten (enum x86emul_overwritten what)
{
  struct x86emul_fault *f = begin (X86EMUL_FAULT_OVERWRITTEN);
  f->code = (int32_t)what;
  announce (f);
  x86emul_process_leave ();
}

void
x86emul_fault_thread_ends (void *unused)
{
  (void)unused;
  x86emul_output_flush_anywhere ();
  announce (begin (X86EMUL_FAULT_THREAD));
  x86emul_process_leave ();
}

void
x86emul_fault_thread_lost (int slot)
{
  struct x86emul_fault *f = begin (X86EMUL_FAULT_THREAD);
  if (slot >= 0)
    f->slot = slot;
  announce (f);
  x86emul_process_leave ();
}

void
x86emul_fault_thread_init (void)
{
  size_t size = os_signal_stack_size ();
  signal_stack = gomp_alloc (size);
  stack_t stack = { .ss_sp = signal_stack, .ss_size = size };
  if (signal_stack != NULL)
    sigaltstack (&stack, NULL);
}

void
x86emul_fault_init (void)
{
  struct sigaction action
      = { .sa_sigaction = handle_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK };
  sigemptyset (&action.sa_mask);
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (signals); i++)
    sigaction (signals[i], &action, NULL);
  x86emul_fault_thread_init ();
  on_exit (handle_exit, NULL);
  x86emul_process.reports_faults = true;
}
