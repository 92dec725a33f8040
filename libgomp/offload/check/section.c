/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sections that are longer than what they are a part of, for the mapping
   checker; see check.h.

   The object has the sizes of the variables that a construct names
   (mkoffload/gcc-plugin/location.cc).  In a program with AddressSanitizer, the
   tool knows all memory of the program.  Owns nothing.  */

#include "offload/check/check_internal.h"

extern void *__asan_region_is_poisoned (void *start, size_t size)
    __attribute__ ((weak));

/* How many bytes are there for CLAUSE, number I of a construct; SIZE_MAX: not
   known.  */
static size_t
room_of (const struct gomp_clause *clause, size_t i)
{
  size_t room = gomp_tool_clause_room (gomp_observe_here (), i);
  if (room == 0)
    room = SIZE_MAX;
  if (__asan_region_is_poisoned == NULL || room < clause->size)
    return room;
  uintptr_t end = (uintptr_t)__asan_region_is_poisoned ((void *)clause->host,
                                                        clause->size);
  return end == 0 ? room : end - clause->host;
}

void
gomp_check_sections (const struct gomp_clause_list *list)
{
  char name[GOMP_CHECK_NAME_MAX];
  gomp_mutex_lock (&gomp_check_lock);
  for (size_t i = 0; i < list->count; i++)
    {
      struct gomp_clause clause = gomp_clause_get (list, i);
      if (clause.operation != GOMP_CLAUSE_MAP || clause.host == 0
          || !gomp_size_fits_at (clause.host, clause.size))
        continue;
      size_t room = room_of (&clause, i);
      if (clause.size <= room)
        continue;
      gomp_check_host_clause_name (i, name);
      gomp_check_report_section (clause.size, room, name);
    }
  gomp_mutex_unlock (&gomp_check_lock);
}
