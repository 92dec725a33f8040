/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions that regions call through pointers of the host (declare target
   indirect).  The compiler plugin looks up each such pointer before the call.
 */

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
/* The image is about to be unloaded.  Main thread.  */
HIDDEN void x86emul_indirect_remove (uint32_t number);

#endif
