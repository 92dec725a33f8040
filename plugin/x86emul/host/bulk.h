/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Large copies to device memory.  The system may have to provide pages first,
   with which the device helps: see struct x86emul_bulk in proto.h.  */

#ifndef PLUGIN_X86EMUL_HOST_BULK_H
#define PLUGIN_X86EMUL_HOST_BULK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "proto.h"

struct x86emul_device;

/* The host's side of a copy that the device helps with.  */
struct x86emul_bulk_turn
{
  atomic_uint busy; /* 1: a thread owns the turn, with all that belongs to
                       it */
  uint32_t number;  /* of the latest copy */
};

struct x86emul_bulks
{
  _Atomic uint64_t *touched; /* one bit for each chunk of the arena: this
                                process has touched all its pages; NULL: not
                                known */
  uint64_t touched_size;     /* bytes mapped for that */
  struct x86emul_bulk_turn turn[X86EMUL_BULKS]; /* as in the control block */
};

/* Prepare BULKS for an arena of SIZE bytes.  If there is no memory for them,
   copies are made without the device.  */
HIDDEN void x86emul_bulk_create (struct x86emul_bulks *bulks, uint64_t size);
HIDDEN void x86emul_bulk_destroy (struct x86emul_bulks *bulks);
/* Copy SIZE bytes to OFFSET of the arena of D, which is in use.  Any thread. */
HIDDEN void x86emul_bulk_copy (struct x86emul_device *d, uint64_t offset,
                               const void *from, uint64_t size);

#endif
