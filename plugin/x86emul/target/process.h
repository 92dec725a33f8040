/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device process: data that all its files use.  */

#ifndef PLUGIN_X86EMUL_TARGET_PROCESS_H
#define PLUGIN_X86EMUL_TARGET_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "message.h"
#include "os/held.h"
#include "proto.h"

struct x86emul_process
{
  struct os_held stream;            /* to the host; the main thread's */
  struct os_held event;             /* announces the last words to the host */
  struct os_held arena_memory;      /* the memory of the arena */
  int process;                      /* this process's number */
  int host;                         /* the host's; 0: not known yet */
  uint32_t first_number;            /* as in the welcome */
  struct x86emul_control *control;  /* the control block */
  char *arena;                      /* device memory */
  uint64_t arena_size;              /* bytes mapped there */
  unsigned char *shadow;            /* states of the arena's bytes; NULL: the
                                       mapping checker is off */
  struct x86emul_access_logs *logs; /* logs of what regions access, or NULL */
  bool quitting;                    /* the host wants the end */
  bool reports_faults;              /* faults are reported, see fault.c */
};

/* Filled in by main before other threads start, then constant, except
   quitting.  */
HIDDEN extern struct x86emul_process x86emul_process;

/* Send the host an answer, or a request within the current exchange.  */
HIDDEN void x86emul_process_answer (const struct x86emul_outgoing *message);
/* Answer the host's latest request with a text about an error.  */
HIDDEN void x86emul_process_answer_error (const char *fmt, ...)
    PRINTF_LIKE (1, 2);
/* End the process, since the host is gone or sent an invalid message.  */
HIDDEN _Noreturn void x86emul_process_leave (void);

#endif
