/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions that regions call through pointers of the host (declare target
   indirect).  In gcc's code the compiler plugin looks up each such pointer
   before the call.  Clang's code calls the host's address, and the signal
   handler continues at the device's function.  */

#ifndef PLUGIN_X86EMUL_TARGET_INDIRECT_H
#define PLUGIN_X86EMUL_TARGET_INDIRECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

/* The image NUMBER, which dlopen opened as HANDLE, has COUNT such functions,
   whose pointers on the host are in HOSTS.  False: an error was sent.  Main
   thread.  */
HIDDEN bool x86emul_indirect_add (void *handle, uint32_t number,
                                  const uint64_t *hosts, uint32_t count);
/* The same for an image without a table of them: DEVICES has their addresses
   here.  */
HIDDEN bool x86emul_indirect_set (uint32_t number, const uint64_t *hosts,
                                  const uint64_t *devices, uint32_t count);
/* The address here of the function that POINTER names on the host, or POINTER,
   which is the device's own then.  Any thread, async-signal safe.  */
HIDDEN void *x86emul_indirect_find (void *pointer);
/* The image is about to be unloaded.  Main thread.  */
HIDDEN void x86emul_indirect_remove (uint32_t number);

#endif
