/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Red zones: bytes of a known pattern behind each item of a block, where the
   host can look at device memory.  A region that writes past what it mapped is
   found at its end.  */

#ifndef GOMP_OFFLOAD_GUARD_H
#define GOMP_OFFLOAD_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"

#define GOMP_GUARD_SIZE 64
#define GOMP_GUARD_SMALL 16
#define GOMP_GUARD_WORD UINT64_C (0xa5c396b1e87d4f2b)

/* Bytes behind an item of SIZE: few where it would share a cache line.  */
static inline size_t
gomp_guard_size (size_t size)
{
  return size <= 32 ? GOMP_GUARD_SMALL : GOMP_GUARD_SIZE;
}

static inline void
gomp_guard_write (char *view, size_t size)
{
  const uint64_t word = GOMP_GUARD_WORD;
  for (size_t i = 0; i < size; i += 8)
    memcpy (view + i, &word, 8);
}

static inline bool
gomp_guard_is_intact (const char *view, size_t size)
{
  uint64_t difference = 0;
  for (size_t i = 0; i < size; i += 8)
    {
      uint64_t word;
      memcpy (&word, view + i, 8);
      difference |= word ^ GOMP_GUARD_WORD;
    }
  return likely (difference == 0);
}

#endif
