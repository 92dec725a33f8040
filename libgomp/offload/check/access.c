/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host memory that a construct's clauses copy, for races; see race.c.

   Data that is already mapped when the construct is met is not copied, unless
   the mapping is of another construct in progress, which may end before.  The
   functions own no data.  gomp_check_lock is held.  */

#include "offload/check/check_internal.h"

struct gomp_check_access *
gomp_check_access_add (struct gomp_check_accesses *list, uintptr_t start,
                       size_t size)
{
  if (list->count == list->room)
    list->all = gomp_check_extend (list->all, &list->room, sizeof (*list->all));
  struct gomp_check_access *a = &list->all[list->count++];
  *a = (struct gomp_check_access){ .start = start,
                                   .end = start + size,
                                   .type = "" };
  return a;
}

/* Whether the bytes are mapped independently of constructs with nowait.  */
static bool
is_there (struct gomp_device *device, uintptr_t host, size_t size)
{
  const struct gomp_check_range *r
      = gomp_check_range_find_on (device, host, size);
  return r != NULL && !gomp_check_race_is_open (r->maker);
}

/* Whether they are no longer mapped when one reference is released and those
   regions have ended.  */
static bool
is_last (struct gomp_device *device, uintptr_t host, size_t size)
{
  struct gomp_map_answer answer;
  if (!gomp_map_peek (&device->map, host, host + size, &answer)
      || (answer.mapping->flags & GOMP_MAPPING_MEMBER) != 0)
    return false;
  /* Relaxed: other threads that change it are not ordered with this.  */
  uint64_t counts
      = atomic_load_explicit (&answer.mapping->counts, memory_order_relaxed);
  return (counts & GOMP_COUNTS_INFINITE) / GOMP_COUNTS_REFERENCE
         == 1 + gomp_check_race_regions (host, host + size);
}

/* The directions in which DIRECTIVE copies for CLAUSE.  */
static unsigned
directions (enum gomp_check_directive directive, struct gomp_device *device,
            const struct gomp_clause *clause)
{
  unsigned both = GOMP_CLAUSE_TO | GOMP_CLAUSE_FROM;
  unsigned asked = clause->flags & both;
  bool there = is_there (device, clause->host, clause->size);
  switch (directive)
    {
    case GOMP_CHECK_UPDATE:
      return gomp_check_range_find_on (device, clause->host, clause->size)
                     == NULL
                 ? 0
                 : asked;
    case GOMP_CHECK_ENTER:
      asked &= ~(unsigned)GOMP_CLAUSE_FROM;
      break;
    case GOMP_CHECK_EXIT:
      return !there || is_last (device, clause->host, clause->size) ? asked : 0;
    default:
      break;
    }
  return there && (clause->flags & GOMP_CLAUSE_ALWAYS) == 0 ? 0 : asked;
}

static void
add_clause (struct gomp_check_accesses *list,
            enum gomp_check_directive directive, struct gomp_device *device,
            const struct gomp_clause *clause, size_t i)
{
  if (clause->operation == GOMP_CLAUSE_ATTACH
      || clause->operation == GOMP_CLAUSE_ALWAYS_POINTER)
    gomp_check_access_add (list, clause->host, sizeof (void *))->hole = true;
  if (clause->operation == GOMP_CLAUSE_ZERO_LENGTH
      && directive == GOMP_CHECK_TARGET)
    gomp_check_access_add (list, clause->host, 1)->holds = true;
  if (clause->operation != GOMP_CLAUSE_MAP || clause->host == 0
      || clause->size == 0 || !gomp_size_fits_at (clause->host, clause->size))
    return;
  unsigned copies = directions (directive, device, clause);
  if (copies == 0 && directive != GOMP_CHECK_TARGET)
    return;
  struct gomp_check_access *a
      = gomp_check_access_add (list, clause->host, clause->size);
  a->holds = copies == 0;
  gomp_check_host_clause_name (i, a->name);
  a->writes = (copies & GOMP_CLAUSE_FROM) != 0;
  if (directive != GOMP_CHECK_UPDATE)
    {
      a->type = gomp_check_range_type (clause, "target");
      a->brings = copies == GOMP_CLAUSE_FROM;
    }
}

void
gomp_check_access_add_clauses (struct gomp_check_accesses *accesses,
                               enum gomp_check_directive directive,
                               struct gomp_device *device,
                               const struct gomp_clause_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    {
      struct gomp_clause clause = gomp_clause_get (list, i);
      add_clause (accesses, directive, device, &clause, i);
    }
}

bool
gomp_check_access_conflicts (const struct gomp_check_access *a,
                             const struct gomp_check_access *b)
{
  bool a_maps = *a->type != '\0', b_maps = *b->type != '\0';
  if (a->hole || b->hole || a->holds || b->holds
      || !gomp_check_access_meets (a, b->start, b->end)
      || (!a->writes && !b->writes))
    return false;
  return a_maps && b_maps ? a->brings || b->brings
                          : a_maps != b_maps || a->writes != b->writes;
}
