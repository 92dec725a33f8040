/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What AddressSanitizer on the device knows of device memory.  */

#ifndef PLUGIN_X86EMUL_HOST_POISON_H
#define PLUGIN_X86EMUL_HOST_POISON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "plugin.h"
#include "sync/mutex.h"

struct x86emul_device;

/* Empty if the program has no AddressSanitizer.  */
struct x86emul_poison
{
  struct gomp_mutex lock; /* allocation and freeing, with their marks */
  unsigned char *shadow;  /* of the arena: a byte for each eight; shared with
                             the device */
  uint64_t size;          /* bytes of it */
  uint64_t closed;        /* the arena's bytes up to here were closed before
                             they were first allocated */
  int fd;                 /* its memory, until the device has it; or -1 */
};

/* Make the shadow of D's arena, if the program has AddressSanitizer.  Without
   memory for it device memory is not marked.  */
HIDDEN void x86emul_poison_create (struct x86emul_device *d);
HIDDEN void x86emul_poison_destroy (struct x86emul_device *d);
/* Allocate SIZE bytes of the arena, of which the device may access just these;
   their offset, or X86EMUL_NO_OFFSET.  Free the block at OFFSET; false: there
   is none.  */
HIDDEN uint64_t x86emul_poison_alloc (struct x86emul_device *d,
                                      uint64_t size) COLD;
HIDDEN bool x86emul_poison_free (struct x86emul_device *d,
                                 uint64_t offset) COLD;
/* The device may access [OFFSET, OFFSET + SIZE), which was allocated without a
   mark.  */
HIDDEN void x86emul_poison_open (struct x86emul_device *d, uint64_t offset,
                                 uint64_t size);
/* Mark [OFFSET, OFFSET + SIZE) of the arena.  Bytes that share eight with
   bytes in front of them are closed, and with bytes behind them are not.  */
HIDDEN void x86emul_poison_mark (struct x86emul_device *d, uint64_t offset,
                                 uint64_t size, enum gomp_memory_use use);

#endif
