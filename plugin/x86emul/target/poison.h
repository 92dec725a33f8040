/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* AddressSanitizer's shadow of device memory.  */

#ifndef PLUGIN_X86EMUL_TARGET_POISON_H
#define PLUGIN_X86EMUL_TARGET_POISON_H

#include "base/compiler.h"

/* Use the memory FD, which the host marks, as the shadow of the arena.  Does
   nothing if this process has no AddressSanitizer.  Main thread.  */
HIDDEN void x86emul_poison_map (int fd);

#endif
