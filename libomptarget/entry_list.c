/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reads the map entries of a construct, and calls mappers, which are functions
   that the compiler makes: each pushes the entries of one object.  Belongs to
   the encountering thread.  */

#include "entry_list.h"

#include <stdlib.h>
#include <string.h>

EXPORT int64_t __tgt_mapper_num_components (void *handle);
EXPORT void __tgt_push_mapper_component (void *handle, void *base, void *begin,
                                         int64_t size, uint64_t type,
                                         void *name);

typedef void (*mapper) (void *handle, void *base, void *begin, int64_t size,
                        uint64_t type, void *name);

/* What a mapper has pushed: the handle.  */
struct pushed
{
  struct entry_list *list;
  size_t first;    /* its first entry in LIST */
  uint32_t origin; /* the entry that has the mapper */
  uint64_t params; /* TARGET_PARAM, until the first entry has it */
};

static COLD void
grow (struct entry_list *l)
{
  size_t room = 2 * l->room;
  struct map_entry *larger = malloc (room * sizeof (*larger));
  if (larger == NULL)
    omptarget_fatal ("out of memory for %zu map entries", room);
  memcpy (larger, l->entries, l->count * sizeof (*larger));
  if (l->is_many)
    free (l->entries);
  l->entries = larger;
  l->room = room;
  l->is_many = true;
}

/* A new entry at the end of L, to be filled.  */
static inline struct map_entry *
append (struct entry_list *l)
{
  if (unlikely (l->count == l->room))
    grow (l);
  return &l->entries[l->count++];
}

static size_t
whole_of (uint64_t type)
{
  return (size_t)(type >> MAP_MEMBER_SHIFT);
}

/* The object of which E is a part contains it.  For members of a structure in a
   structure clang passes the extent of the first member only.  */
static void
include_member (struct map_entry *whole, const struct map_entry *e)
{
  const uint64_t not_inside
      = MAP_PTR_AND_OBJ | MAP_LITERAL | MAP_PRIVATE | MAP_ATTACH;
  if ((e->type & not_inside) != 0 || e->base != whole->base
      || e->begin < whole->base)
    return;
  char *end = whole->begin + whole->size;
  if (e->begin < whole->begin)
    whole->begin = e->begin;
  if (e->begin + e->size > end)
    end = e->begin + e->size;
  whole->size = (size_t)(end - whole->begin);
}

int64_t
__tgt_mapper_num_components (void *handle)
{
  const struct pushed *p = handle;
  return (int64_t)(p->list->count - p->first);
}

void
__tgt_push_mapper_component (void *handle, void *base, void *begin,
                             int64_t size, uint64_t type, void *name)
{
  struct pushed *p = handle;
  size_t whole = whole_of (type), at = p->first + whole - 1;
  (void)name;
  bool has_whole = whole != 0 && at < p->list->count;
  struct map_entry *e = append (p->list);
  *e = (struct map_entry){ .base = base,
                           .begin = begin,
                           .size = (size_t)size,
                           .type
                           = (type & ~(uint64_t)MAP_TARGET_PARAM) | p->params,
                           .origin = p->origin,
                           .is_member = whole != 0 };
  p->params = 0;
  if (has_whole)
    {
      p->list->entries[at].is_whole = true;
      include_member (&p->list->entries[at], e);
    }
}

static bool
is_whole (const struct map_arrays *from, size_t i)
{
  return i + 1 < from->count && whole_of (from->types[i]) == 0
         && whole_of (from->types[i + 1]) == i + 1;
}

void
omptarget_entries_read (struct entry_list *l, const struct map_arrays *from)
{
  l->entries = l->few;
  l->count = 0;
  l->room = ENTRIES_INLINE;
  l->is_many = false;
  size_t whole = SIZE_MAX; /* the latest object with parts */
  for (size_t i = 0; i < from->count; i++)
    {
      uint64_t type = from->types[i];
      if (from->mappers != NULL && from->mappers[i] != NULL)
        {
          struct pushed p = { .list = l,
                              .first = l->count,
                              .origin = (uint32_t)i,
                              .params = type & MAP_TARGET_PARAM };
          ((mapper)from->mappers[i]) (
              &p, from->bases[i], from->begins[i], from->sizes[i],
              type & ~(uint64_t)MAP_TARGET_PARAM,
              from->names == NULL ? NULL : from->names[i]);
          continue;
        }
      size_t own = l->count;
      struct map_entry *e = append (l);
      *e = (struct map_entry){ .base = from->bases[i],
                               .begin = from->begins[i],
                               .size = (size_t)from->sizes[i],
                               .type = type,
                               .origin = (uint32_t)i,
                               .is_whole = is_whole (from, i),
                               .is_member = whole_of (type) != 0 };
      if (e->is_whole)
        whole = own;
      else if (e->is_member && whole < own
               && l->entries[whole].origin == whole_of (type) - 1)
        include_member (&l->entries[whole], e);
    }
}

void
omptarget_entries_free (struct entry_list *l)
{
  if (l->is_many)
    free (l->entries);
}
