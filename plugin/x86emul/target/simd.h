/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Conflicts between the iterations of a simd loop, for check.c.  */

#ifndef PLUGIN_X86EMUL_TARGET_SIMD_H
#define PLUGIN_X86EMUL_TARGET_SIMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* The calling thread's simd loop: 0: none.  */
HIDDEN extern _Thread_local unsigned x86emul_simd_loop;

/* As offgomp_check_simd says.  */
HIDDEN void x86emul_simd_mark (size_t what, size_t safelen);
/* The calling thread, which is in a simd loop, accesses memory.  Does the
   access conflict with one of another iteration?  */
HIDDEN bool x86emul_simd_conflicts (uint64_t address, size_t size,
                                    bool is_write);

#endif
