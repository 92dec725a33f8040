/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reading the program, and the debugger's memory.  Owns the pointer to the
   debugger's functions.  Values are read as they are: a program of another
   order of bytes or pointer size is refused.  */

#include <string.h>

#include "libompd.h"

const ompd_callbacks_t *ompd_debugger;

ompd_rc_t
ompd_allocate (size_t size, void **memory)
{
  if (ompd_debugger == NULL)
    return ompd_rc_error;
  if (ompd_debugger->alloc_memory (size, memory) != ompd_rc_ok
      || *memory == NULL)
    return ompd_rc_nomem;
  memset (*memory, 0, size);
  return ompd_rc_ok;
}

ompd_rc_t
ompd_release (void *memory)
{
  if (ompd_debugger == NULL)
    return ompd_rc_error;
  if (memory == NULL)
    return ompd_rc_bad_input;
  return ompd_debugger->free_memory (memory) == ompd_rc_ok
             ? ompd_rc_ok
             : ompd_rc_callback_error;
}

ompd_rc_t
ompd_copy_string (const char *string, const char **copy)
{
  void *memory;
  size_t size = strlen (string) + 1;
  TRY (ompd_allocate (size, &memory));
  memcpy (memory, string, size);
  *copy = memory;
  return ompd_rc_ok;
}

ompd_rc_t
ompd_read (const ompd_address_space_handle_t *space, uint64_t address,
           size_t size, void *to)
{
  ompd_address_t at = { .segment = ompd_segment_none, .address = address };
  if (ompd_debugger == NULL)
    return ompd_rc_error;
  if (address == 0)
    return ompd_rc_stale_handle;
  return ompd_debugger->read_memory (space->context, NULL, &at, size, to);
}

ompd_rc_t
ompd_read_member (const ompd_address_space_handle_t *space, uint64_t object,
                  enum debug_row row, uint64_t *value)
{
  union
  {
    uint8_t one;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
  } read;
  size_t size = space->table.row[row].size;
  if (object == 0)
    return ompd_rc_stale_handle;
  if (size > sizeof (read))
    return ompd_rc_incompatible;
  TRY (ompd_read (space, ompd_member (space, object, row), size, &read));
  switch (size)
    {
    case 1:
      *value = read.one;
      return ompd_rc_ok;
    case 2:
      *value = read.two;
      return ompd_rc_ok;
    case 4:
      *value = read.four;
      return ompd_rc_ok;
    case 8:
      *value = read.eight;
      return ompd_rc_ok;
    default:
      return ompd_rc_incompatible;
    }
}

ompd_rc_t
ompd_read_string (const ompd_address_space_handle_t *space, uint64_t address,
                  size_t size, char *to)
{
  for (size_t i = 0; i + 1 < size; i++)
    {
      TRY (ompd_read (space, address + i, 1, &to[i]));
      if (to[i] == '\0')
        return ompd_rc_ok;
    }
  to[size - 1] = '\0';
  return ompd_rc_ok;
}

/* The header is read first: the rest may be of another size.  */
ompd_rc_t
ompd_read_table (ompd_address_space_handle_t *space)
{
  ompd_address_t at = { 0 };
  struct debug_table *table = &space->table;
  if (ompd_debugger == NULL)
    return ompd_rc_error;
  if (ompd_debugger->symbol_addr_lookup (space->context, NULL,
                                         DEBUG_TABLE_SYMBOL, &at, NULL)
          != ompd_rc_ok
      || at.address == 0)
    return ompd_rc_incompatible;
  TRY (ompd_read (space, at.address, offsetof (struct debug_table, root),
                  table));
  if (memcmp (table->magic, DEBUG_TABLE_MAGIC, sizeof (table->magic)) != 0
      || table->version != DEBUG_TABLE_VERSION
      || table->order != DEBUG_TABLE_ORDER
      || table->pointer_size != sizeof (void *) || table->roots != DEBUG_ROOTS
      || table->rows != DEBUG_ROWS)
    return ompd_rc_incompatible;
  return ompd_read (space, at.address, sizeof (*table), table);
}
