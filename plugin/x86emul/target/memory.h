/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How much of device memory can be accessed.  */

#ifndef PLUGIN_X86EMUL_TARGET_MEMORY_H
#define PLUGIN_X86EMUL_TARGET_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "target/process.h"

/* The end of the arena that regions may access.  */
HIDDEN extern _Atomic uint64_t x86emul_memory_opened;
/* Make accessible as much of the arena as the host has in use.  */
HIDDEN void x86emul_memory_open (void);
static inline void
x86emul_memory_follow (void)
{
  /* Relaxed, acquire: the launch orders a region after the host's use of new
     memory; the acquire pairs with the release in x86emul_memory_open. */
  if (unlikely (atomic_load_explicit (&x86emul_process.control->in_use,
                                      memory_order_relaxed)
                > atomic_load_explicit (&x86emul_memory_opened,
                                        memory_order_acquire)))
    x86emul_memory_open ();
}
/* Shall an access to ADDRESS, which has faulted, be retried?  True if the host
   has the memory in use and this process did not know that.  Async-signal
   safe.  */
HIDDEN bool x86emul_memory_faulted (uint64_t address);

#endif
