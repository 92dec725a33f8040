/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which clauses of enter data share a block of device memory.

   A group is a clause with the clauses that belong to it: the members of its
   structure, its pointers.  A unit is one group, or several small ones in a
   row.  Each unit has its own block, which is freed when all of it is unmapped.

   Runs in the encountering thread.  Only reads the clauses, and their pointers
   and objects.  */

#include "offload/construct/unit.h"
#include "offload/construct/setup.h"

static inline unsigned
operation (const struct gomp_clause_list *list, size_t i)
{
  return i < list->count ? gomp_clause_get (list, i).operation
                         : GOMP_CLAUSE_UNKNOWN;
}

static inline bool
is_pointer (unsigned op)
{
  return op == GOMP_CLAUSE_POINTER || op == GOMP_CLAUSE_ALWAYS_POINTER;
}

/* Sections from FIRST on whose pointers are attached, followed by other members
   of the structure that contains the pointers: the end of these, else
   FIRST.  */
static size_t
pointer_members_end (const struct gomp_clause_list *list, size_t first)
{
  size_t i = first;
  while (operation (list, i) == GOMP_CLAUSE_MAP
         && operation (list, i + 1) == GOMP_CLAUSE_ATTACH)
    i += 2;
  return i > first && operation (list, i) == GOMP_CLAUSE_STRUCT
             ? gomp_clause_struct_end (list, i)
             : first;
}

size_t
gomp_group_end (const struct gomp_clause_list *list, size_t first)
{
  struct gomp_clause clause = gomp_clause_get (list, first);
  size_t end = first + 1;
  if (clause.operation == GOMP_CLAUSE_STRUCT)
    return gomp_clause_struct_end (list, first);
  unsigned next = operation (list, end);
  if (clause.operation == GOMP_CLAUSE_DESCRIPTOR)
    while (is_pointer (operation (list, end)))
      end++;
  else if (next == GOMP_CLAUSE_ATTACH)
    {
      size_t members_end = pointer_members_end (list, first);
      end = members_end != first ? members_end : end + 1;
    }
  else if (next == GOMP_CLAUSE_ALWAYS_POINTER)
    end++;
  return end;
}

/* Is it a plain map of at most SIZE bytes, without other clauses that belong to
   it?  */
static bool
is_small (const struct gomp_clause_list *list, size_t i, size_t size)
{
  return operation (list, i) == GOMP_CLAUSE_MAP && list->sizes[i] <= size
         && gomp_group_end (list, i) == i + 1;
}

size_t
gomp_unit_end (const struct gomp_clause_list *list, size_t first)
{
  size_t end = gomp_group_end (list, first), left = GOMP_UPLOAD_SIZE;
  if (!is_small (list, first, left))
    return end;
  for (left -= list->sizes[first]; is_small (list, end, left); end++)
    left -= list->sizes[end];
  return end;
}

/* How many clauses are searched for a pointer and its target.  */
#define LOOK_AHEAD ((size_t)64)

/* Does clause J map the byte at HOST?  */
static inline bool
is_for (const struct gomp_clause_list *list, size_t j, uintptr_t host)
{
  struct gomp_clause clause = gomp_clause_get (list, j);
  return clause.operation == GOMP_CLAUSE_MAP && clause.host != 0
         && host - clause.host < clause.size;
}

/* Does one of the clauses from FIRST to END map the pointer of clause I, or its
   target?  */
static bool
is_among (const struct gomp_clause_list *list, size_t i, size_t first,
          size_t end)
{
  struct gomp_clause clause = gomp_clause_get (list, i);
  if (clause.host == 0)
    return false;
  uintptr_t target = gomp_load_pointer (clause.host) + clause.size;
  for (size_t j = first; j < end; j++)
    if (is_for (list, j, clause.host) || is_for (list, j, target))
      return true;
  return false;
}

/* Does clause I, of the group from FIRST to END, need what other groups map?
   Those behind END must be mapped before it; and whether those before FIRST are
   new is known in their unit alone.  */
static bool
needs_others (const struct gomp_clause_list *list, size_t i, size_t first,
              size_t end)
{
  size_t last = list->count - end < LOOK_AHEAD ? list->count : end + LOOK_AHEAD;
  return is_among (list, i, end, last)
         || ((gomp_clause_get (list, i).flags & GOMP_CLAUSE_NEW)
             && is_among (list, i, first < LOOK_AHEAD ? 0 : first - LOOK_AHEAD,
                          first));
}

/* Must it be in one unit with other clauses?  */
static inline bool
is_set (unsigned op)
{
  return op == GOMP_CLAUSE_ATTACH || op == GOMP_CLAUSE_ALWAYS_POINTER
         || op == GOMP_CLAUSE_MEMBER;
}

/* Most lists have no such clause, and are looked through quickly.  */
static bool
any_is_set (const struct gomp_clause_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    if (is_set (operation (list, i)))
      return true;
  return false;
}

bool
gomp_units_are_apart (const struct gomp_clause_list *list)
{
  if (list->count < 2 || !any_is_set (list)
      || gomp_group_end (list, 0) == list->count)
    return true;
  for (size_t i = 0, end; i < list->count; i = end)
    {
      end = gomp_group_end (list, i);
      for (size_t k = i; k < end; k++)
        if (is_set (operation (list, k))
            && (operation (list, k) == GOMP_CLAUSE_MEMBER
                || needs_others (list, k, i, end)))
          return false;
    }
  return !gomp_clauses_refer (list);
}
