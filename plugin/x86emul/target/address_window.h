/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device's part of keeping its addresses apart from the host's.  */

#ifndef PLUGIN_X86EMUL_TARGET_ADDRESS_WINDOW_H
#define PLUGIN_X86EMUL_TARGET_ADDRESS_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "proto.h"

/* Reserve all address space outside of [START, START + SIZE), except what is
   already mapped: *RANGES, *COUNT.  False if impossible.  Before anything else,
   with one thread.  */
HIDDEN bool x86emul_address_window_shut (uint64_t start, uint64_t size,
                                         const struct x86emul_range **ranges,
                                         unsigned *count);

/* Map the arena FD, SIZE bytes or as many as possible, with unused space on
   both sides of it, at *ARENA.  Returns the number of mapped bytes, 0 if none
   could be mapped.  WINDOW_START: the start of a window that is in force, or
   0.  */
HIDDEN uint64_t x86emul_address_window_map (uint64_t window_start, int fd,
                                            uint64_t size, void **arena);

/* Is ADDRESS outside of all that belongs to the device, as its memory, stacks
   and libraries do?  False also if the address space is not filled.
   Async-signal safe.  */
HIDDEN bool x86emul_address_window_is_host (uint64_t address);

#endif
