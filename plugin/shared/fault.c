/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Faults in regions, explained in the words that a device process has; see
   fault.h.

   The handlers are installed when the first region runs, and only for signals
   with which the program would end: a handler of the program's stays.  (That of
   libgfortran prints where a program ends; for other threads it is called.)

   The thread with the fault may hold any lock, so it writes a record and wakes
   the explaining thread, which gathers facts, prints the message and ends the
   program.  If that takes too long, it waits for such a lock; then the signal
   takes its usual effect.  */

#include "fault.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arch/fault.h"
#include "base/mem.h"
#include "device.h"
#include "host/failure_words.h"
#include "host/libgomp_symbols.h"
#include "host/mappings.h"
#include "host/symbols.h"
#include "launch.h"
#include "os/os.h"
#include "os/process.h"
#include "os/stack.h"
#include "plugin.h"
#include "proto.h"
#include "sync/wait.h"
#include "x86emul_image.h"

#define LOOK_NS 5000000000

static const int signals[]
    = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS };

static struct fault_state
{
  struct sigaction before[GOMP_ARRAY_SIZE (signals)]; /* constant */
  __typeof__ (&offgomp_device_region_tag) region_tag; /* likewise */
  atomic_bool begun;             /* a thread writes the record, or has */
  struct x86emul_fault record;   /* the first fault; its slot is the thread */
  struct gomp_wait_word written; /* 1: the record is complete */
} fault_state;

/* The calling thread's stack for signal handlers; never freed.  */
static _Thread_local void *signal_stack __attribute__ ((used));

/* ---- The message.  */

static void
write_pc (struct gomp_strbuf *out, const struct x86emul_mappings *mappings,
          uint64_t pc)
{
  if (pc == 0)
    return;
  shared_device_symbol (out, pc);
  const struct x86emul_mapping *m = x86emul_mappings_find (mappings, pc);
  if (out->length == 0 && m != NULL && m->name[0] == '/')
    {
      const struct x86emul_mapping *first = m;
      while (first > mappings->list && strcmp (first[-1].name, m->name) == 0)
        first--;
      x86emul_symbol_write_file (out, m->name, first->start, pc);
      if (out->length == 0)
        gomp_strbuf_printf (out, "0x%llx", (unsigned long long)pc);
      gomp_strbuf_printf (out, " in %s", strrchr (m->name, '/') + 1);
    }
  if (out->length == 0)
    gomp_strbuf_printf (out, "0x%llx", (unsigned long long)pc);
}

static void
gather (const struct x86emul_fault *r, struct x86emul_failure_facts *f)
{
  struct x86emul_mappings *mappings = x86emul_mappings_copy (0);
  *f = (struct x86emul_failure_facts){ .fault = r->kind,
                                       .signal = r->signal,
                                       .code = r->code,
                                       .access = r->access,
                                       .address = r->address,
                                       .sp = r->sp,
                                       .is_shared = 1 };
  const struct x86emul_mapping *m
      = x86emul_mappings_find (mappings, r->address);
  f->prot = m != NULL ? m->prot : 0;
  snprintf (f->mapping, sizeof (f->mapping), "%s", m != NULL ? m->name : "");
  struct gomp_strbuf pc;
  gomp_strbuf_init (&pc, f->pc, sizeof (f->pc));
  write_pc (&pc, mappings, r->pc);
  x86emul_mappings_free (mappings);
}

static _Noreturn void
explain (void)
{
  static struct x86emul_failure_facts facts;
  const struct x86emul_fault *r = &fault_state.record;
  char text[3072], device[64];
  struct gomp_strbuf out;
  const struct shared_launch *l = shared_launch_of ((uint32_t)r->slot);
  struct shared_device *d = &shared_devices[l != NULL ? l->ordinal : 0];
  struct x86emul_failure_names names = { .device = device,
                                         .type = GOMP_DEVICE_X86EMUL,
                                         .ordinal = d->ordinal };
  gather (r, &facts);
  snprintf (device, sizeof (device), "device %d (x86emul)", d->number);
  if (l == NULL
      || !shared_device_function (d, (uintptr_t)l->function, &names.region,
                                  &names.source))
    names.region = NULL;
  gomp_strbuf_init (&out, text, sizeof (text));
  x86emul_failure_words (&out, &facts, &names);
  GOMP_PLUGIN_fatal ("%s", text);
}

static void *
explain_faults (void *unused)
{
  (void)unused;
  while (gomp_wait_value (&fault_state.written) == 0)
    gomp_wait_sleep (&fault_state.written, 0, GOMP_WAIT_PRIVATE, -1);
  explain ();
}

/* ---- In the thread with the fault.  */

/* Begin the record; does not return if another thread has.  */
static struct x86emul_fault *
begin (enum x86emul_fault_kind kind, uint32_t thread)
{
  struct x86emul_fault *r = &fault_state.record;
  while (atomic_exchange (&fault_state.begun, true))
    for (;;)
      pause ();
  r->kind = kind;
  r->slot = (int32_t)thread;
  return r;
}

static void
announce (void)
{
  struct gomp_wait_word never = { 0 };
  gomp_wait_set (&fault_state.written, 1, GOMP_WAIT_PRIVATE);
  gomp_wait_sleep (&never, 0, GOMP_WAIT_PRIVATE, LOOK_NS);
}

static void
take_usual_effect (int number, const siginfo_t *info)
{
  signal (number, SIG_DFL);
  /* A signal that a process sent does not come again by itself.  */
  if (info->si_code <= 0)
    raise (number);
}

/* The signal is not for a region.  */
static void
pass_on (int number, siginfo_t *info, void *context)
{
  const struct sigaction *before = NULL;
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (signals); i++)
    if (signals[i] == number)
      before = &fault_state.before[i];
  if (before == NULL || before->sa_handler == SIG_DFL)
    take_usual_effect (number, info);
  else if (before->sa_flags & SA_SIGINFO)
    before->sa_sigaction (number, info, context);
  else
    before->sa_handler (number);
}

static void
handle (int number, siginfo_t *info, void *context)
{
  uint64_t tag = fault_state.region_tag ();
  if (tag == 0)
    {
      pass_on (number, info, context);
      return;
    }
  struct x86emul_fault *r = begin (X86EMUL_FAULT_SIGNAL, (uint32_t)tag);
  r->signal = number;
  r->code = info->si_code;
  r->address = (uintptr_t)info->si_addr;
  r->access = (uint32_t)arch_fault_access (context);
  r->pc = arch_fault_pc (context);
  r->sp = arch_fault_sp (context);
  announce ();
  take_usual_effect (number, info);
}

void
shared_fault_thread_ends (void *number)
{
  begin (X86EMUL_FAULT_THREAD, *(const uint32_t *)number);
  for (;;)
    announce ();
}

/* ---- Start.  */

/* Would the program end with the signal, as things are?  */
static bool
is_free (const struct sigaction *action)
{
  if (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN)
    return action->sa_handler == SIG_DFL;
  const char *file = os_file_of_address ((const void *)action->sa_handler);
  return file != NULL && strstr (file, "libgfortran") != NULL;
}

void
shared_fault_init (void)
{
  struct fault_state *s = &fault_state;
  struct sigaction action
      = { .sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK };
  unsigned long id;
  s->region_tag = (__typeof__ (s->region_tag))x86emul_libgomp_symbol (
      "offgomp_device_region_tag");
  if (os_thread_start (explain_faults, NULL, 0, &id) != 0)
    return;
  pthread_detach ((pthread_t)id);
  sigemptyset (&action.sa_mask);
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (signals); i++)
    if (sigaction (signals[i], NULL, &s->before[i]) == 0
        && is_free (&s->before[i]))
      sigaction (signals[i], &action, NULL);
}

void
shared_fault_thread_init (void)
{
  size_t size = os_signal_stack_size ();
  signal_stack = gomp_alloc (size);
  stack_t stack = { .ss_sp = signal_stack, .ss_size = size };
  if (signal_stack != NULL)
    sigaltstack (&stack, NULL);
}
