/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The frames of the calling thread's stack.  Part of the contract of os.h, with
   its general promise.  */

#ifndef GOMP_OS_FRAME_H
#define GOMP_OS_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

/* A function that was called and has not returned.  */
struct os_frame
{
  uintptr_t code; /* an address in the instruction that it executes */
  uintptr_t base; /* the end of its frame: DWARF's canonical frame address */
};
/* The frame that has ADDRESS.  False: none of the calling thread's, or that is
   not known.  Not with a lock: the first call loads the unwinder.  Slow.  */
HIDDEN bool os_frame_find (uintptr_t address, struct os_frame *frame);

#endif
