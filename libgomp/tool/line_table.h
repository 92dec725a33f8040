/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The line table of an ELF file: the section .debug_line of DWARF 2 to 5, which
   says where in the source each instruction comes from; see line_table.c.  */

#ifndef GOMP_TOOL_LINE_TABLE_H
#define GOMP_TOOL_LINE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* Consecutive instructions that one unit of the table describes.  */
struct gomp_line_range
{
  uint64_t low, high; /* [low, high), in the file's own numbering */
  uint64_t unit;      /* where in the table the unit begins */
};

/* A table with an index, which is the table's own.  */
struct gomp_line_table
{
  const unsigned char *start;
  size_t size;
  struct gomp_line_range *ranges; /* MAPPED bytes of pages; or NULL */
  size_t count;
  size_t mapped;
  bool has_columns; /* a row of it has one */
};

/* Where an instruction comes from: equal for instructions that the compiler
   made for the same place in the source.  */
struct gomp_source_position
{
  uint64_t unit, file, line;
  uint64_t column; /* 0: not known */
};

/* Make TABLE of the SIZE bytes at START, which have to stay.  False: no
   memory.  */
HIDDEN bool gomp_line_table_open (struct gomp_line_table *table,
                                  const void *start, size_t size);
HIDDEN void gomp_line_table_close (struct gomp_line_table *table);
/* The position of the instruction that has the byte ADDRESS, in the file's own
   numbering.  False: the table does not say.  */
HIDDEN bool gomp_line_table_find (const struct gomp_line_table *table,
                                  uint64_t address,
                                  struct gomp_source_position *position);

#endif
