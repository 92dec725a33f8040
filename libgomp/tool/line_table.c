/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reading line tables; see line_table.h.  Owns no data; any thread.  Trusts
   nothing in a table: no byte outside it is read.

   A table is a sequence of units.  Each has a header and a program for a
   machine whose registers are a row (DWARF 5, section 6.2).  A row applies from
   its address to that of the next one.  File names are not read: their numbers
   within the unit are enough to compare positions.  */

#include "tool/line_table.h"

#include <string.h>

#include "os/memory.h"
#include "tool/dwarf_reader.h"

/* ---- Units.  */

struct unit
{
  uint64_t start; /* where in the table it begins */
  struct gomp_dwarf_reader program;
  const unsigned char *lengths; /* operands of each standard opcode, from 1 */
  unsigned opcode_base;
  unsigned line_range;
  int line_base;
  unsigned shortest; /* bytes of an instruction */
};

/* What follows the header's size.  False: its values make no sense.  */
static bool
read_header (struct unit *unit, struct gomp_dwarf_reader *r, unsigned version)
{
  unit->shortest = (unsigned)gomp_dwarf_take (r, 1);
  /* Several operations in an instruction: not on these machines.  */
  if (version >= 4 && gomp_dwarf_take (r, 1) > 1)
    return false;
  gomp_dwarf_skip (r, 1);
  unit->line_base = (signed char)gomp_dwarf_take (r, 1);
  unit->line_range = (unsigned)gomp_dwarf_take (r, 1);
  unit->opcode_base = (unsigned)gomp_dwarf_take (r, 1);
  unit->lengths = r->at;
  gomp_dwarf_skip (r, unit->opcode_base - (unit->opcode_base != 0));
  return !r->failed && unit->opcode_base != 0 && unit->line_range != 0;
}

/* The unit at the start of R, which then is behind it.  False: it has no
   program that can be read.  */
static bool
next_unit (const struct gomp_line_table *table, struct gomp_dwarf_reader *r,
           struct unit *unit)
{
  unit->start = (uint64_t)(r->at - table->start);
  size_t word;
  uint64_t size = gomp_dwarf_take_size (r, &word);
  struct gomp_dwarf_reader body = { .at = r->at, .end = r->at };
  gomp_dwarf_skip (r, size);
  body.end = r->at;
  unsigned version = (unsigned)gomp_dwarf_take (&body, 2);
  if (r->failed || version < 2 || version > 5)
    return false;
  if (version == 5)
    gomp_dwarf_skip (&body, 2);
  uint64_t header = gomp_dwarf_take (&body, word);
  unit->program = body;
  gomp_dwarf_skip (&unit->program, header);
  return !body.failed && !unit->program.failed
         && read_header (unit, &body, version);
}

/* ---- Programs.  */

struct row
{
  uint64_t address, file, line, column;
  bool ends; /* the first address behind the sequence */
};

static const struct row first_row = { .file = 1, .line = 1 };

/* Standard opcodes.  */
enum
{
  LNS_COPY = 1,
  LNS_ADVANCE_PC,
  LNS_ADVANCE_LINE,
  LNS_SET_FILE,
  LNS_SET_COLUMN,
  LNS_CONST_ADD_PC = 8,
  LNS_FIXED_ADVANCE_PC
};
/* Extended ones.  */
enum
{
  LNE_END_SEQUENCE = 1,
  LNE_SET_ADDRESS
};

/* Each function that executes an instruction returns whether it makes a row. */

static bool
do_special (const struct unit *unit, struct row *row, unsigned opcode)
{
  unsigned step = opcode - unit->opcode_base;
  row->address += (uint64_t)(step / unit->line_range) * unit->shortest;
  row->line += (uint64_t)(unit->line_base + (int)(step % unit->line_range));
  return true;
}

static bool
do_extended (struct gomp_dwarf_reader *program, struct row *row)
{
  uint64_t size = gomp_dwarf_take_leb (program, false);
  struct gomp_dwarf_reader operand = *program;
  gomp_dwarf_skip (program, size);
  operand.end = program->at;
  unsigned opcode = (unsigned)gomp_dwarf_take (&operand, 1);
  if (opcode == LNE_SET_ADDRESS)
    row->address
        = gomp_dwarf_take (&operand, (size_t)(operand.end - operand.at));
  row->ends = opcode == LNE_END_SEQUENCE && !operand.failed;
  return row->ends;
}

static bool
do_standard (const struct unit *unit, struct gomp_dwarf_reader *program,
             struct row *row, unsigned opcode)
{
  switch (opcode)
    {
    case LNS_COPY:
      return true;
    case LNS_ADVANCE_PC:
      row->address += gomp_dwarf_take_leb (program, false) * unit->shortest;
      return false;
    case LNS_ADVANCE_LINE:
      row->line += gomp_dwarf_take_leb (program, true);
      return false;
    case LNS_SET_FILE:
      row->file = gomp_dwarf_take_leb (program, false);
      return false;
    case LNS_SET_COLUMN:
      row->column = gomp_dwarf_take_leb (program, false);
      return false;
    case LNS_CONST_ADD_PC:
      row->address += (uint64_t)((255 - unit->opcode_base) / unit->line_range)
                      * unit->shortest;
      return false;
    case LNS_FIXED_ADVANCE_PC:
      row->address += gomp_dwarf_take (program, 2);
      return false;
    default:
      for (unsigned i = unit->lengths[opcode - 1]; i > 0; i--)
        gomp_dwarf_take_leb (program, false);
      return false;
    }
}

/* Execute PROGRAM until it makes a row.  False: it has ended.  */
static bool
next_row (const struct unit *unit, struct gomp_dwarf_reader *program,
          struct row *row)
{
  if (row->ends)
    *row = first_row;
  while (program->at < program->end && !program->failed)
    {
      unsigned opcode = (unsigned)gomp_dwarf_take (program, 1);
      if (opcode >= unit->opcode_base
              ? do_special (unit, row, opcode)
              : (opcode == 0 ? do_extended (program, row)
                             : do_standard (unit, program, row, opcode)))
        return !program->failed;
    }
  return false;
}

/* ---- The index.  */

static bool
add (struct gomp_line_table *table, struct gomp_line_range range)
{
  size_t needed = (table->count + 1) * sizeof (range);
  if (needed > table->mapped)
    {
      size_t size = table->mapped != 0 ? 2 * table->mapped : 1 << 16;
      void *more;
      if (os_sparse_map (size, &more) != 0)
        return false;
      if (table->ranges != NULL)
        {
          memcpy (more, table->ranges, table->mapped);
          os_unmap (table->ranges, table->mapped);
        }
      table->ranges = more;
      table->mapped = size;
    }
  table->ranges[table->count++] = range;
  return true;
}

/* Code that the linker has dropped begins at 0.  */
static bool
add_ranges (struct gomp_line_table *table, const struct unit *unit)
{
  struct gomp_dwarf_reader program = unit->program;
  struct row row = first_row;
  struct gomp_line_range range = { .unit = unit->start };
  bool is_first = true;
  while (next_row (unit, &program, &row))
    {
      if (is_first)
        range.low = row.address;
      is_first = row.ends;
      range.high = row.address;
      table->has_columns |= row.column != 0;
      if (row.ends && range.low != 0 && range.low < range.high
          && !add (table, range))
        return false;
    }
  return true;
}

bool
gomp_line_table_open (struct gomp_line_table *table, const void *start,
                      size_t size)
{
  *table = (struct gomp_line_table){ .start = start, .size = size };
  struct gomp_dwarf_reader r
      = { .at = table->start, .end = table->start + size };
  struct unit unit;
  while (r.at < r.end && !r.failed)
    if (next_unit (table, &r, &unit) && !add_ranges (table, &unit))
      {
        gomp_line_table_close (table);
        return false;
      }
  return true;
}

void
gomp_line_table_close (struct gomp_line_table *table)
{
  if (table->ranges != NULL)
    os_unmap (table->ranges, table->mapped);
  *table = (struct gomp_line_table){ .start = NULL };
}

/* ---- Lookups.  */

/* The last row of UNIT up to ADDRESS, in the sequence that begins at LOW.  */
static bool
find_in (const struct unit *unit, uint64_t low, uint64_t address,
         struct row *found)
{
  struct gomp_dwarf_reader program = unit->program;
  struct row row = first_row;
  bool is_first = true, is_wanted = false;
  while (next_row (unit, &program, &row))
    {
      if (is_first)
        is_wanted = row.address == low;
      else if (is_wanted && row.address > address)
        return true;
      is_first = row.ends;
      *found = row;
    }
  return false;
}

bool
gomp_line_table_find (const struct gomp_line_table *table, uint64_t address,
                      struct gomp_source_position *position)
{
  for (size_t i = 0; i < table->count; i++)
    {
      const struct gomp_line_range *range = &table->ranges[i];
      struct gomp_dwarf_reader r = { .at = table->start + range->unit,
                                     .end = table->start + table->size };
      struct unit unit;
      struct row row;
      if (address < range->low || address >= range->high
          || !next_unit (table, &r, &unit)
          || !find_in (&unit, range->low, address, &row))
        continue;
      *position = (struct gomp_source_position){ .unit = range->unit,
                                                 .file = row.file,
                                                 .line = row.line,
                                                 .column = row.column };
      return true;
    }
  return false;
}
