/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sections that are longer than what they are a part of, for the mapping
   checker; see check.h.

   The object has the sizes of the variables that a construct names
   (mkoffload/gcc-plugin/location.cc).  Other memory may be a block of the heap
   (block.c), or a variable of the program's symbol tables.  In a program with
   AddressSanitizer, the tool knows all memory of the program.  Owns what is
   remembered of the symbol tables; gomp_check_lock protects it.  */

#include "offload/check/check_internal.h"

#include "os/symbol.h"

extern void *__asan_region_is_poisoned (void *start, size_t size)
    __attribute__ ((weak));

#define REMEMBERED 64

/* The answers of the symbol tables, which are slow, by address.  */
static struct
{
  uintptr_t address;
  uintptr_t end; /* of its variable, or 0 */
} remembered[REMEMBERED];

static size_t
room_in_variable (uintptr_t address)
{
  unsigned i = (unsigned)(address >> 3 ^ address >> 12) % REMEMBERED;
  if (remembered[i].address != address)
    {
      remembered[i].address = address;
      remembered[i].end = os_symbol_variable_end (address);
    }
  return remembered[i].end == 0 ? SIZE_MAX : remembered[i].end - address;
}

/* The same by AddressSanitizer, for SIZE bytes.  */
static size_t
room_by_asan (uintptr_t address, size_t size)
{
  uintptr_t end = (uintptr_t)__asan_region_is_poisoned ((void *)address, size);
  return end == 0 ? SIZE_MAX : end - address;
}

/* How many bytes are there for CLAUSE, number I of a construct; SIZE_MAX: not
   known.  *MADE_AT: where they were allocated, if that is known.  */
static size_t
room_of (const struct gomp_clause *clause, size_t i, const char **made_at)
{
  size_t room = gomp_tool_clause_room (gomp_observe_here (), i);
  if (room != 0 && (room < clause->size || __asan_region_is_poisoned == NULL))
    return room;
  room = gomp_check_block_room (clause->host, made_at);
  if (room < clause->size)
    return room;
  if (__asan_region_is_poisoned != NULL)
    return room_by_asan (clause->host, clause->size);
  return room != SIZE_MAX ? room : room_in_variable (clause->host);
}

void
gomp_check_sections (const struct gomp_clause_list *list)
{
  char name[GOMP_CHECK_NAME_MAX];
  gomp_mutex_lock (&gomp_check_lock);
  for (size_t i = 0; i < list->count; i++)
    {
      struct gomp_clause clause = gomp_clause_get (list, i);
      const char *made_at = NULL;
      if (clause.operation != GOMP_CLAUSE_MAP || clause.host == 0
          || !gomp_size_fits_at (clause.host, clause.size))
        continue;
      size_t room = room_of (&clause, i, &made_at);
      if (clause.size <= room)
        continue;
      gomp_check_host_clause_name (i, name);
      gomp_check_report_section (clause.size, room, name, made_at);
    }
  gomp_mutex_unlock (&gomp_check_lock);
}
