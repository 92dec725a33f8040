/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The record that a device writes before it ends.  */

#ifndef PLUGIN_X86EMUL_TARGET_FAULT_H
#define PLUGIN_X86EMUL_TARGET_FAULT_H

#include <signal.h>

#include "base/compiler.h"
#include "proto.h"

/* From now on, report to the host before this process dies.  */
HIDDEN void x86emul_fault_init (void);
/* Give the calling thread a stack for signal handlers.  */
HIDDEN void x86emul_fault_thread_init (void);
/* Memory that is shared with the host has impossible contents: report it and
   end the process.  */
HIDDEN _Noreturn void
x86emul_fault_overwritten (enum x86emul_overwritten what) COLD;
/* The calling thread, which serves the host, ends.  */
HIDDEN void x86emul_fault_thread_ends (void *unused) COLD;
/* A thread that runs the region of SLOT (-1: not known) has ended without a
   trace; ends the process.  */
HIDDEN _Noreturn void x86emul_fault_thread_lost (int slot);
/* Report to the host a signal that is about to end the process.  */
HIDDEN void x86emul_fault_report (int number, const siginfo_t *info,
                                  const void *context);

#endif
