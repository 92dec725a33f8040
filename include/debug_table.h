/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What libompd.so needs to know to read the data of libgomp.so.1 in a program
   that it does not run in: where variables are, and at which offsets structures
   have their members.  The library exports the table as offgomp_debug_table, so
   stripping keeps it.  A member that libgomp.so.1 renames or removes is a
   compile error in abi/ompd.c.

   Constant.  The rows are in debug_table.def; a change of them needs another
   version.  */

#ifndef OFFGOMP_DEBUG_TABLE_H
#define OFFGOMP_DEBUG_TABLE_H

#include <stdint.h>

#define DEBUG_TABLE_SYMBOL "offgomp_debug_table"
#define DEBUG_TABLE_MAGIC "OFFGOMPD"
#define DEBUG_TABLE_VERSION 1
#define DEBUG_TABLE_ORDER 0x01020304u

enum debug_root
{
#define ROOT(name, object) DEBUG_ROOT_##name,
#define MEMBER(name, type, member)
#define SIZE(name, type)
#include "debug_table.def"
#undef ROOT
  DEBUG_ROOTS
};

/* A member's row has the name TYPE_MEMBER, a size's the name of the type.  */
enum debug_row
{
#define ROOT(name, object)
#undef MEMBER
#define MEMBER(name, type, member) DEBUG_##name,
#undef SIZE
#define SIZE(name, type) DEBUG_SIZE_##name,
#include "debug_table.def"
#undef ROOT
#undef MEMBER
#undef SIZE
  DEBUG_ROWS
};

struct debug_row_value
{
  uint32_t offset; /* of the member */
  uint32_t size;   /* its size, or that of the type */
};

struct debug_table
{
  char magic[8];         /* DEBUG_TABLE_MAGIC, without its end */
  uint32_t version;      /* DEBUG_TABLE_VERSION */
  uint32_t order;        /* DEBUG_TABLE_ORDER: the order of bytes */
  uint32_t pointer_size; /* of the program */
  uint32_t roots;        /* how many there are */
  uint32_t rows;         /* the same */
  uint32_t unused;       /* 0 */
  const volatile void *root[DEBUG_ROOTS]; /* addresses */
  struct debug_row_value row[DEBUG_ROWS];
};

#endif
