/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Red zones: bytes of a known value before and after each item of a block, if
   the host can read device memory.  At the end of a region they show if it
   wrote outside of its mappings.  On remote devices the plugin writes them when
   a region starts, and looks at them when it ends.  */

#ifndef GOMP_OFFLOAD_CONSTRUCT_REDZONE_H
#define GOMP_OFFLOAD_CONSTRUCT_REDZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "offload/construct/construct.h"

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

/* A listener, or the recorded error, reports the changed bytes of the SIZE at
   VIEW, which lie before or after MAPPING.  */
HIDDEN enum gomp_status gomp_redzone_report (struct gomp_construct *c,
                                             struct gomp_mapping *mapping,
                                             const char *view,
                                             size_t size) COLD;

/* Is there a zone before MAPPING, which is guarded?  Members of a structure
   follow each other.  */
static inline bool
gomp_redzone_is_before (const struct gomp_mapping *mapping)
{
  return likely ((mapping->flags & GOMP_MAPPING_MEMBER) == 0)
         && mapping->device - mapping->block->address >= GOMP_REDZONE_BEFORE;
}

static inline enum gomp_status
gomp_redzone_check_mapping (struct gomp_construct *c,
                            struct gomp_mapping *mapping)
{
  if (mapping == NULL || (mapping->flags & GOMP_MAPPING_GUARDED) == 0
      || mapping->view == NULL)
    return GOMP_OK;
  size_t size = gomp_mapping_end (mapping) - gomp_mapping_start (mapping);
  const char *behind = mapping->view + size;
  const char *before = mapping->view - GOMP_REDZONE_BEFORE;
  if (unlikely (!gomp_redzone_is_intact (behind, gomp_redzone_size (size))))
    return gomp_redzone_report (c, mapping, behind, gomp_redzone_size (size));
  if (gomp_redzone_is_before (mapping)
      && unlikely (!gomp_redzone_is_intact (before, GOMP_REDZONE_BEFORE)))
    return gomp_redzone_report (c, mapping, before, GOMP_REDZONE_BEFORE);
  return GOMP_OK;
}

/* Most zones of a region on a remote device; others are not looked at.  */
#define GOMP_REDZONES_MAX 64u

/* C's region starts next, in this thread.  If C's device is remote, tell its
   plugin of the zones of C's mappings, in ZONE, which is used until then.  */
HIDDEN void
gomp_redzone_guard (const struct gomp_construct *c,
                    struct gomp_device_piece zone[GOMP_REDZONES_MAX]);
/* That region has ended: has it written in them?  */
HIDDEN enum gomp_status gomp_redzone_check_remote (struct gomp_construct *c);

/* Check the red zones of C's mappings.  */
static inline enum gomp_status
gomp_redzone_check (struct gomp_construct *c)
{
  enum gomp_status status = GOMP_OK;
  /* Without this the device has no red zones.  */
  if (!gomp_device_is_seen (c->device))
    return GOMP_OK;
  for (size_t i = 0; i < c->count && status == GOMP_OK; i++)
    status = gomp_redzone_check_mapping (c, c->items[i].mapping);
  return status;
}

#endif
