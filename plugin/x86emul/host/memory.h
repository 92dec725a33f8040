/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Device memory: the arena, where both sides see it, and the variables of
   images, which have pages of it.  */

#ifndef X86EMUL_HOST_MEMORY_H
#define X86EMUL_HOST_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "host/address_window.h"
#include "host/arena.h"

/* Device memory outside of the arena's range: variables of an image, which
   lie where the image does, on pages of the arena.  */
struct x86emul_extent
{
  _Atomic uint64_t start; /* device address; 0: entry is free */
  uint64_t size;          /* bytes */
  uint64_t offset;        /* in the arena */
};

#define X86EMUL_EXTENTS_PER_BLOCK 64
struct x86emul_extent_block
{
  struct x86emul_extent extent[X86EMUL_EXTENTS_PER_BLOCK]; /* entries */
  _Atomic (struct x86emul_extent_block *) next;            /* more, or NULL */
};

/* Constant while the device is up, but for the extents.  */
struct x86emul_memory
{
  char *view;                           /* the arena in this process */
  uint64_t view_size;                   /* bytes mapped there */
  uint64_t start;                       /* address of the arena in the device */
  uint64_t size;                        /* bytes that both have mapped */
  struct x86emul_arena *arena;          /* allocator of device memory */
  struct x86emul_address_window window; /* address space kept free for it */
  bool is_limited; /* by the limit of file sizes, to SIZE */
  int fd;          /* memory of the arena, until the device has it */
  struct x86emul_extent_block extents; /* written under images.lock, read
                                          without: entries appear and vanish
                                          while nobody uses their addresses */
};

#endif
