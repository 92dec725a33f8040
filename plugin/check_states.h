/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by the mapping checkers of libgomp and of a plugin: the states of
   device memory, and reports.  */

#ifndef OFFGOMP_CHECK_STATES_H
#define OFFGOMP_CHECK_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A byte of state for each of device memory.  */
enum
{
  GOMP_CHECK_MAPPED = 1,  /* a region may access it */
  GOMP_CHECK_WRITTEN = 2, /* it has a value */
  GOMP_CHECK_DEVICE = 4,  /* the device did, since the last copy from or to the
                             host */
  GOMP_CHECK_HOST = 8,    /* the host's original changed since then */
  GOMP_CHECK_FREED = 16,  /* it was accessible once */
  GOMP_CHECK_OWN = 32,    /* the host has written its original since the device
                             wrote this value */
  GOMP_CHECK_DROPPED = 64 /* a copy from the host replaced a value that the
                             device wrote and the host never got */
};

/* The pattern of memory that was never written.  It shows if code without calls
   of the checker has written there.  It is the same for each four bytes, so a
   structure that is copied whole still has it at its new address.  */
static inline unsigned char
gomp_check_poison (uintptr_t device_address)
{
  return (unsigned char)(device_address % 4 * 167 + 13);
}

/* Device memory as libgomp sees it.  */
struct gomp_check_view
{
  const unsigned char *states; /* of each byte */
  const unsigned char *bytes;  /* the bytes */
};

/* A change to the states of consecutive bytes.  */
struct gomp_check_change
{
  unsigned char cleared; /* bits of each state that are cleared first, */
  unsigned char set;     /* those that are then set */
  bool poisons;          /* the bytes get the pattern of unwritten memory */
};

/* Make CHANGE to STATES, SIZE of them, eight at a time.  */
static inline void
gomp_check_change_states (const struct gomp_check_change *change,
                          unsigned char *states, size_t size)
{
  const uint64_t each = UINT64_C (0x0101010101010101);
  uint64_t keep = ~(each * change->cleared), add = each * change->set, word;
  size_t i = 0;
  for (; i + sizeof (word) <= size; i += sizeof (word))
    {
      memcpy (&word, states + i, sizeof (word));
      word = (word & keep) | add;
      memcpy (states + i, &word, sizeof (word));
    }
  for (; i < size; i++)
    states[i] = (unsigned char)((states[i] & ~change->cleared) | change->set);
}

/* Write the pattern to the SIZE bytes of DEVICE_ADDRESS, which are here at
   BYTES.  */
static inline void
gomp_check_write_poison (unsigned char *bytes, uint64_t device_address,
                         size_t size)
{
  unsigned char pattern[256];
  for (size_t i = 0; i < sizeof (pattern); i++)
    pattern[i] = gomp_check_poison (device_address + i);
  for (size_t i = 0; i < size; i += sizeof (pattern))
    memcpy (bytes + i, pattern,
            size - i < sizeof (pattern) ? size - i : sizeof (pattern));
}

enum gomp_check_ability
{
  GOMP_CHECK_SHADOW = 1, /* check_look, check_change */
  GOMP_CHECK_ACCESS = 2, /* the loaded images report their accesses */
  GOMP_CHECK_PLAIN = 4   /* some image does not */
};

/* What a range of device memory is for.  */
enum gomp_memory_use
{
  GOMP_MEMORY_OPEN,    /* regions may access it */
  GOMP_MEMORY_OUTSIDE, /* it lies between the data of regions */
  GOMP_MEMORY_FREED    /* it was for regions */
};

/* What a region did.  */
enum gomp_check_kind
{
  GOMP_CHECK_KIND_HOST = 1,  /* access to memory that is not the device's */
  GOMP_CHECK_KIND_BOUNDS,    /* access to device memory that is not mapped */
  GOMP_CHECK_KIND_FREED,     /* to what is mapped no longer, or freed */
  GOMP_CHECK_KIND_UNWRITTEN, /* read of data that was never written */
  GOMP_CHECK_KIND_STALE,     /* read of what the host has changed since */
  GOMP_CHECK_KIND_SIMD,      /* of what another iteration of a simd loop used */
  GOMP_CHECK_KINDS           /* one past the last */
};

/* What a region did with a byte.  */
enum gomp_check_mark
{
  GOMP_CHECK_MARK_READ = 1,
  GOMP_CHECK_MARK_WRITE = 2,
  GOMP_CHECK_MARK_ATOMIC_WRITE = 4, /* by an atomic operation */
  GOMP_CHECK_MARK_ATOMIC_READ = 8,  /* likewise, */
  GOMP_CHECK_MARK_ATOMIC_GETS = 16  /* and it got the value */
};

#define GOMP_CHECK_LOCATION_MAX 192
struct gomp_check_report
{
  uint32_t kind;        /* enum gomp_check_kind */
  uint32_t is_write;    /* 1: of a write */
  uint64_t address;     /* device address: the first byte concerned */
  uint64_t start;       /* likewise: of the access */
  uint64_t size;        /* of the access, bytes */
  const void *function; /* the region's table start, or NULL */
  char location[GOMP_CHECK_LOCATION_MAX]; /* "FILE:LINE<tab>EXPRESSION" */
};

#endif
