/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Red zones: bytes of a known value before and after each item of a block, if
   the host can read device memory.  At the end of a region they show if it
   wrote outside of its mappings.  */

#ifndef GOMP_OFFLOAD_CONSTRUCT_REDZONE_H
#define GOMP_OFFLOAD_CONSTRUCT_REDZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"

/* Bytes before and after an item; multiples of 8.  Read as a pointer, they are
   not a valid address.  */
#define GOMP_REDZONE_BEFORE 16
#define GOMP_REDZONE_BYTE 0xb7

/* Bytes after an item of SIZE: few if the item would share a cache line.  */
static inline size_t
gomp_redzone_size (size_t size)
{
  return size <= 32 ? GOMP_REDZONE_BEFORE : 64;
}

static inline void
gomp_redzone_write (char *view, size_t size)
{
  memset (view, GOMP_REDZONE_BYTE, size);
}

static inline bool
gomp_redzone_is_intact (const char *view, size_t size)
{
  uint64_t difference = 0, expected;
  memset (&expected, GOMP_REDZONE_BYTE, sizeof (expected));
  for (size_t i = 0; i < size; i += sizeof (expected))
    {
      uint64_t word;
      memcpy (&word, view + i, sizeof (word));
      difference |= word ^ expected;
    }
  return likely (difference == 0);
}

#endif
