/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reading the numbers of DWARF, of which nothing is trusted: no byte outside of
   a reader's bytes is read.  Any thread.  */

#ifndef GOMP_TOOL_DWARF_READER_H
#define GOMP_TOOL_DWARF_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gomp_dwarf_reader
{
  const unsigned char *at, *end;
  bool failed; /* a number was not whole; all later ones are 0 */
};

static inline uint64_t
gomp_dwarf_take (struct gomp_dwarf_reader *r, size_t bytes)
{
  uint64_t value = 0;
  if (bytes > sizeof (value) || (size_t)(r->end - r->at) < bytes)
    {
      r->failed = true;
      r->at = r->end;
      return 0;
    }
  for (size_t i = 0; i < bytes; i++)
    {
      size_t from
          = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? bytes - 1 - i : i;
      value = value << 8 | r->at[from];
    }
  r->at += bytes;
  return value;
}

static inline void
gomp_dwarf_skip (struct gomp_dwarf_reader *r, uint64_t bytes)
{
  if ((uint64_t)(r->end - r->at) < bytes)
    {
      r->failed = true;
      r->at = r->end;
    }
  else
    r->at += bytes;
}

/* LEB128: seven bits a byte, the lowest first.  */
static inline uint64_t
gomp_dwarf_take_leb (struct gomp_dwarf_reader *r, bool is_signed)
{
  uint64_t value = 0;
  unsigned shift = 0, byte;
  do
    {
      byte = (unsigned)gomp_dwarf_take (r, 1);
      if (shift < 64)
        value |= (uint64_t)(byte & 0x7f) << shift;
      shift += 7;
    }
  while ((byte & 0x80) != 0);
  if (is_signed && shift < 64 && (byte & 0x40) != 0)
    value |= UINT64_MAX << shift;
  return value;
}

/* The size that a unit begins with; *WORD: bytes of an offset in the unit.  A
   unit of DWARF's 64-bit format has the larger number before its size.  */
static inline uint64_t
gomp_dwarf_take_size (struct gomp_dwarf_reader *r, size_t *word)
{
  uint64_t size = gomp_dwarf_take (r, 4);
  *word = size == UINT32_MAX ? 8 : 4;
  return size == UINT32_MAX ? gomp_dwarf_take (r, 8) : size;
}

#endif
