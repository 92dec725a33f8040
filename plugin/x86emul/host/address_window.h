/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Keeping the addresses of host and devices apart.

   Each device gets a window of the address space.  The host reserves it, so
   that the host never maps anything there.  The device reserves everything else
   at its start, so that it never maps anything outside, except what the kernel
   mapped before its main: it reports those ranges, and the host reserves them
   as well.  So an address of one side is never valid on the other.  */

#ifndef PLUGIN_X86EMUL_HOST_ADDRESS_WINDOW_H
#define PLUGIN_X86EMUL_HOST_ADDRESS_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "proto.h"

struct x86emul_address_window
{
  uint64_t start;               /* of the window; 0: there is none */
  uint64_t size;                /* bytes */
  struct x86emul_range *ranges; /* ranges of the device that are reserved as
                                   well; malloced, or NULL */
  unsigned range_count;         /* elements of ranges */
};

/* Choose and reserve a window for device NUMBER with ARENA bytes of memory.  If
   that is impossible (ulimit -v, a tool that owns the address space), the
   window stays empty and the device runs without this protection.  */
HIDDEN void x86emul_address_window_open (struct x86emul_address_window *window,
                                         unsigned number, uint64_t arena);
/* Reserve addresses for the host's view of ARENA bytes of memory of device
   NUMBER, away from the device's stack and libraries; NULL: anywhere.  */
HIDDEN void *x86emul_address_window_view (unsigned number, uint64_t arena);
/* Reserve the ranges that the device reported; false if something is already
   there.  */
HIDDEN bool
x86emul_address_window_exclude (struct x86emul_address_window *window,
                                const struct x86emul_range *ranges,
                                unsigned count);
HIDDEN void
x86emul_address_window_close (struct x86emul_address_window *window);

#endif
