/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Whose region a thread of the device runs.  */

#ifndef PLUGIN_X86EMUL_TARGET_SLOT_H
#define PLUGIN_X86EMUL_TARGET_SLOT_H

#include "base/compiler.h"

/* The slot whose region the calling thread runs; -1: none.  Async-signal
   safe.  */
HIDDEN int x86emul_slot_current (void);
/* The calling thread serves SLOT from now on.  */
HIDDEN void x86emul_slot_serve (int slot);
/* Look up the functions of the device's libgomp about its threads.  */
HIDDEN void x86emul_slot_init (void *libgomp);

#endif
