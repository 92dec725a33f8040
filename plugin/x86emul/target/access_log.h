/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Logs of the accesses of regions; see struct x86emul_access_logs in
   proto.h.  */

#ifndef PLUGIN_X86EMUL_TARGET_ACCESS_LOG_H
#define PLUGIN_X86EMUL_TARGET_ACCESS_LOG_H

#include "target/process.h"

/* Log that the calling thread's region does what MARKS says with [OFFSET,
   OFFSET + SIZE) of the arena.  */
HIDDEN void x86emul_access_log_add (uint64_t offset, uint64_t size,
                                    unsigned char marks);

/* Are the accesses of some region logged?  Relaxed: the launch of the calling
   thread's region has ordered it.  */
static inline bool
x86emul_access_log_is_wanted (void)
{
  return x86emul_process.logs != NULL
         && atomic_load_explicit (&x86emul_process.logs->given,
                                  memory_order_relaxed)
                != 0;
}

#endif
