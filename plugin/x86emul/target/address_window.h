/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device's part of keeping its addresses apart from the host's.  */

#ifndef X86EMUL_TARGET_ADDRESS_WINDOW_H
#define X86EMUL_TARGET_ADDRESS_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "proto.h"

/* Take all address space outside of [START, START + SIZE) out of use, but for
   what is mapped already; *RANGES, *COUNT: what that is.  False: impossible.
   Before anything else, with one thread.  */
HIDDEN bool x86emul_address_window_shut (uint64_t start, uint64_t size,
                                         const struct x86emul_range **ranges,
                                         unsigned *count);

/* Map the arena FD, SIZE bytes or as much as is possible, with space that
   stays out of use on both sides of it; *ARENA: where.  Returns the bytes
   mapped, 0 where none could be.  WINDOW_START: that of one that was shut,
   or 0.  */
HIDDEN uint64_t x86emul_address_window_map (uint64_t window_start, int fd,
                                            uint64_t size, void **arena);

#endif
