/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Device memory: the arena, which both sides map, and the variables of images,
   whose pages are also pages of the arena.  */

#ifndef PLUGIN_X86EMUL_HOST_MEMORY_H
#define PLUGIN_X86EMUL_HOST_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "host/address_window.h"
#include "host/arena.h"
#include "host/backing.h"

/* Device memory outside of the arena's range: variables of an image, at the
   image's addresses, on pages of the arena.  */
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

/* Constant while the device is up, except the extents.  */
struct x86emul_memory
{
  char *view;                           /* the arena in this process */
  uint64_t view_size;                   /* bytes mapped there */
  uint64_t start;                       /* address of the arena in the device */
  uint64_t size;                        /* bytes that both have mapped */
  struct x86emul_arena *arena;          /* allocator of device memory */
  struct x86emul_backing backing;       /* what it makes accessible */
  struct x86emul_address_window window; /* the device's addresses, kept free
                                           here */
  bool is_marked;  /* checker.shadow or poison.shadow is there */
  bool is_limited; /* the limit of file sizes has reduced SIZE */
  int fd;          /* memory of the arena, until the device has it */
  struct x86emul_extent_block extents; /* written under images.lock, read
                                          without a lock: an entry appears and
                                          vanishes only while nobody uses its
                                          addresses */
};

struct x86emul_device;

/* The address at which this process can read and write [ADDRESS, ADDRESS +
   SIZE) of device memory; NULL if it is not all device memory in use.  */
HIDDEN void *x86emul_memory_view (struct x86emul_device *d, uint64_t address,
                                  uint64_t size) HOT;
/* The offset in the arena of [ADDRESS, ADDRESS + SIZE), in use or not;
   X86EMUL_NO_OFFSET if it is not all device memory.  */
HIDDEN uint64_t x86emul_memory_offset (struct x86emul_device *d,
                                       uint64_t address, uint64_t size) HOT;

/* Enter the variables in RANGE, whose pages are those at OFFSET of the arena;
   NULL: memory is exhausted.  The caller holds images.lock, here and in the
   next function.  */
HIDDEN struct x86emul_extent *
x86emul_memory_add (struct x86emul_device *d, const struct x86emul_range *range,
                    uint64_t offset);
/* Remove the entry EXTENT; returns its offset.  */
HIDDEN uint64_t x86emul_memory_drop (struct x86emul_extent *extent);
/* Drop all extents of a stopped device.  */
HIDDEN void x86emul_memory_clear (struct x86emul_device *d);

#endif
