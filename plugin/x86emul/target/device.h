/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the parts of the device process share.  */

#ifndef X86EMUL_TARGET_DEVICE_H
#define X86EMUL_TARGET_DEVICE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "message.h"
#include "os/held.h"
#include "proto.h"

struct x86emul_process
{
  struct os_held stream;            /* to the host; the main thread's */
  struct os_held event;             /* tells the host of the last words */
  struct os_held arena_memory;      /* that of the arena */
  int process;                      /* this process's number */
  int host;                         /* the host's; 0: not known yet */
  uint32_t first_number;            /* as in the welcome */
  struct x86emul_control *control;  /* the control block */
  char *arena;                      /* device memory */
  uint64_t arena_size;              /* bytes mapped there */
  unsigned char *shadow;            /* states of the arena's bytes; NULL: the
                                       mapping checker is off */
  struct x86emul_access_logs *logs; /* what regions access, or NULL */
  bool quitting;                    /* the host wants the end */
  bool telling;                     /* there are last words, see fault.c */
};

/* Filled in by main before other threads start, then constant, but for
   quitting.  */
HIDDEN extern struct x86emul_process x86emul_process;

/* main.c: answer the host's latest request with a text about an error.  */
HIDDEN void x86emul_answer_error (const char *fmt, ...) PRINTF_LIKE (1, 2);
/* End the process, the host being gone or talking nonsense.  */
HIDDEN _Noreturn void x86emul_leave (void);

/* memory.c: where the arena ends that regions may access.  */
HIDDEN extern _Atomic uint64_t x86emul_memory_opened;
/* Give access to as much of the arena as the host has in use.  */
HIDDEN void x86emul_memory_open (void);
static inline void
x86emul_memory_follow (void)
{
  /* Relaxed, acquire: what orders a region after the host's use of new memory
     is its launch; the second pairs with the release in x86emul_memory_open. */
  if (unlikely (atomic_load_explicit (&x86emul_process.control->in_use,
                                      memory_order_relaxed)
                > atomic_load_explicit (&x86emul_memory_opened,
                                        memory_order_acquire)))
    x86emul_memory_open ();
}
/* Whether an access to ADDRESS, which has faulted, is to be tried again: the
   host had the memory in use, and this process did not know.  Async-signal
   safe.  */
HIDDEN bool x86emul_memory_faulted (uint64_t address);

/* server.c: start a thread that serves slot I; 0 or an errno value.  */
HIDDEN int x86emul_server_start (unsigned i);
/* server.c: what the host asks for now comes after all regions that ended
   before.  */
HIDDEN void x86emul_server_order (void);
/* The slot whose region the calling thread runs; -1: none.  Async-signal
   safe.  */
HIDDEN int x86emul_server_slot (void);
/* Look up what the device's libgomp offers.  */
HIDDEN void x86emul_server_init (void *libgomp);

/* fault.c: what is shared with the host is not what it must be; tell it and end
   the process.  */
HIDDEN _Noreturn void
x86emul_fault_overwritten (enum x86emul_overwritten what) COLD;
/* fault.c: the calling thread, which serves the host, ends.  */
HIDDEN void x86emul_fault_thread_ends (void *unused) COLD;
/* fault.c: tell the host before this process dies.  */
HIDDEN void x86emul_fault_init (void);
/* Give the calling thread a stack for signal handlers.  */
HIDDEN void x86emul_fault_thread_init (void);

/* fault.c: the first part of that, for a signal that is about to end the
   process.  */
HIDDEN void x86emul_fault_tell (int number, const siginfo_t *info,
                                const void *context);

/* signals.c: leave signals from outside to the host, and unblock all.  */
HIDDEN void x86emul_signals_init (void);
/* signals.c: whether the host, which got it too, decides what follows.
   Async-signal safe.  */
HIDDEN bool x86emul_signal_is_foreign (const siginfo_t *info);
/* signals.c: wait until the stream is readable; stop with the host
   meanwhile.  */
HIDDEN void x86emul_signals_await (void);

/* check.c: regions may use [START, START + SIZE), outside of the arena, whose
   pages are those at OFFSET of it.  */
HIDDEN void x86emul_check_add_place (uint64_t start, uint64_t size,
                                     uint64_t offset);
/* check.c: all that is not in the window or one of the ranges is the
   host's.  */
HIDDEN void x86emul_check_window (uint64_t start, uint64_t size,
                                  const struct x86emul_range *ranges,
                                  unsigned count);
/* check.c: let the image that HANDLE stands for call the checker, if it
   can.  */
HIDDEN void x86emul_check_connect (void *handle);

/* image.c: whether there is what loading an image needs of /proc.  */
HIDDEN bool x86emul_target_can_load (void);
/* image.c: handle the host's request, including the answer.  */
HIDDEN void x86emul_target_load (struct x86emul_incoming *request);
HIDDEN void x86emul_target_unload (const struct x86emul_incoming *request);

#endif
