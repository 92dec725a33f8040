/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The first pass over a construct's clauses, for structures with mapped members
   (OpenMP 5.1 section 2.21.7.1).  The members are in one piece of storage, as
   in host memory, with a common reference count.

   Runs in the encountering thread; see resolve.c.  */

#include "offload/construct/redzone.h"
#include "offload/construct/resolve.h"

/* Clauses I + 1 to I + COUNT are members, mostly by ascending address.  If
   pointers of a derived type's components are to be set, GCC 12 passes the
   components in the program's order.  Among the members it passes targets of
   references in the structure; such an item is APART.  */
struct members
{
  size_t first;    /* clause of the first that is not apart, or of one that
                      contains it; 0: none */
  size_t next;     /* of the first */
  size_t last;     /* of the last */
  size_t whole;    /* of the whole structure, or the number of clauses */
  bool any_order;  /* not by address, or perhaps one more than once */
  bool has_apart;  /* some are apart */
  uintptr_t base;  /* address of the structure */
  uintptr_t start; /* lowest of a member */
  uintptr_t end;   /* behind all members */
};

/* Bytes of member CLAUSE.  From GCC 14 on a pointer that is only attached, by a
   later clause, may be a member without bytes: a section of length zero, or for
   "target data" an object.  It gets storage all the same.  */
static size_t
member_size (const struct gomp_setup *s, const struct gomp_clause *clause)
{
  const struct gomp_clause_list *list = s->list;
  if (likely (clause->size > 0)
      || (clause->operation != GOMP_CLAUSE_ZERO_LENGTH
          && clause->operation != GOMP_CLAUSE_MAP))
    return gomp_clause_storage (clause);
  for (size_t k = 0; k < list->count; k++)
    if ((uintptr_t)list->hosts[k] == clause->host
        && gomp_clause_get (list, k).operation == GOMP_CLAUSE_ATTACH)
      return sizeof (void *);
  return 0;
}

static enum gomp_status
not_together (struct gomp_setup *s, size_t i, uintptr_t start, uintptr_t end,
              struct gomp_mapping *other)
{
  gomp_error_set (
      GOMP_ERR_MAP,
      "Trying to map into device [%p..%p) structure element when other mapped "
      "elements from the same structure weren't mapped together with it",
      (void *)start, (void *)end);
  gomp_error_note ("mapped are [%p..%p)", (void *)gomp_mapping_start (other),
                   (void *)gomp_mapping_end (other));
  gomp_construct_blame (s->c, s->list, GOMP_ERR_MAP, i, start, end);
  gomp_error_hint ("map the whole structure, or these elements in one "
                   "construct with the others");
  return GOMP_ERR_MAP;
}

/* Are both in one piece of storage, as in host memory?  If another construct
   has not allocated them yet, assume so: this pass must not wait.  */
static bool
are_together (struct gomp_mapping *a, struct gomp_mapping *b)
{
  if (gomp_mapping_owner (a) == gomp_mapping_owner (b)
      || (gomp_mapping_marks (a) & gomp_mapping_marks (b)
          & GOMP_READY_ALLOCATED)
             == 0)
    return true;
  return a->block == b->block
         && a->device - gomp_mapping_start (a)
                == b->device - gomp_mapping_start (b);
}

/* Some of the structure is mapped (FIRST, held): so must this member be, in
   the same block.  */
static enum gomp_status
take_member (struct gomp_setup *s, size_t i, struct gomp_mapping *first)
{
  struct gomp_clause clause = gomp_clause_get (s->list, i);
  uintptr_t start = clause.host, end = start + member_size (s, &clause);
  enum gomp_status status = gomp_setup_resolve_present (s, i, start, end);
  struct gomp_mapping *mapping = s->c->items[i].mapping;
  if (status != GOMP_OK)
    return status;
  if (mapping == NULL)
    return clause.operation == GOMP_CLAUSE_ZERO_LENGTH
               ? GOMP_OK
               : not_together (s, i, start, end, first);
  return are_together (mapping, first) ? GOMP_OK
                                       : not_together (s, i, start, end, first);
}

/* Does the object of clause WHOLE contain that of clause PART, and more?  */
static bool
contains (const struct gomp_clause_list *list, size_t whole, size_t part)
{
  struct gomp_clause a = gomp_clause_get (list, whole);
  struct gomp_clause b = gomp_clause_get (list, part);
  size_t size = gomp_clause_storage (&a), less = gomp_clause_storage (&b);
  return a.host != 0 && size > less && b.host - a.host <= size - less;
}

static inline bool
is_apart (const struct gomp_setup *s, size_t k)
{
  return (s->c->items[k].flags & GOMP_ITEM_APART) != 0;
}

static enum gomp_status
take_members (struct gomp_setup *s, const struct members *m,
              struct gomp_mapping *first)
{
  enum gomp_status status = GOMP_OK;
  for (size_t k = m->next; k <= m->last && status == GOMP_OK; k++)
    if (s->list->hosts[k] != NULL && !is_apart (s, k))
      status = take_member (s, k, first);
  return status;
}

/* Space in the structure's storage for item K.  The first member counts for
   all.  The highest item has a red zone after it, and the first one has one
   before it if no item is lower.  */
static enum gomp_status
make_member (struct gomp_setup *s, const struct members *m, size_t k,
             size_t offset)
{
  struct gomp_clause clause = gomp_clause_get (s->list, k);
  struct gomp_item *item = &s->c->items[k];
  uintptr_t start = clause.host, end = start + member_size (s, &clause);
  item->offset = offset + (start - m->start);
  bool guarded
      = s->guarded && end == m->end && (k != m->first || start == m->start);
  unsigned flags = guarded ? GOMP_MAPPING_GUARDED : 0;
  if (k == m->first)
    return gomp_setup_make (s, k, start, end, flags);
  struct gomp_mapping *mapping = gomp_map_insert_locked (
      &s->c->device->map, start, end, flags | GOMP_MAPPING_MEMBER);
  if (mapping == NULL
      || !gomp_map_join_locked (mapping, s->c->items[m->first].mapping))
    return GOMP_ERR_NOMEM;
  item->mapping = mapping;
  item->flags |= GOMP_ITEM_NEW;
  item->counter = (uint32_t)m->first;
  s->fresh++;
  return GOMP_OK;
}

/* Member K may already have its space.  */
static enum gomp_status
make_or_share (struct gomp_setup *s, const struct members *m, size_t k,
               size_t offset)
{
  struct gomp_clause clause = gomp_clause_get (s->list, k);
  uintptr_t start = clause.host, end = start + member_size (s, &clause);
  struct gomp_mapping *old
      = gomp_map_find_locked (&s->c->device->map, start, end);
  if (old == NULL)
    return make_member (s, m, k, offset);
  if (!gomp_mapping_covers (old, start, end))
    return gomp_setup_overlap (s, k, start, end, old);
  s->has_others = s->awaits = true;
  s->c->items[k].mapping = old;
  s->c->items[k].counter = (uint32_t)m->first;
  return GOMP_OK;
}

/* The size of a structure is not known: nothing farther than this from its
   start counts as part of it.  */
#define STRUCT_REACH ((uintptr_t)1 << 16)

/* Does clause J give storage to bytes of [START, END), or to a structure that
   starts between BASE and START?  */
static bool
claims (const struct gomp_clause_list *list, size_t j, uintptr_t base,
        uintptr_t start, uintptr_t end)
{
  struct gomp_clause clause = gomp_clause_get (list, j);
  switch (clause.operation)
    {
    case GOMP_CLAUSE_STRUCT:
    case GOMP_CLAUSE_ZERO_LENGTH:
      return clause.host > base && clause.host <= start;
    case GOMP_CLAUSE_MAP:
    case GOMP_CLAUSE_POINTER:
    case GOMP_CLAUSE_DESCRIPTOR:
      return clause.host < end
             && (clause.host >= start
                 || start - clause.host < gomp_clause_storage (&clause));
    default:
      return false;
    }
}

static inline bool
is_about_pointer (const struct gomp_clause *clause)
{
  return clause->operation == GOMP_CLAUSE_ALWAYS_POINTER
         || clause->operation == GOMP_CLAUSE_ATTACH;
}

/* Is clause K about a pointer that no clause maps?  */
static bool
is_only_set (const struct gomp_setup *s, const struct members *m, size_t k)
{
  struct gomp_clause clause = gomp_clause_get (s->list, k);
  uintptr_t start = clause.host, end = start + sizeof (void *);
  if (!is_about_pointer (&clause) || start == 0)
    return false;
  for (size_t j = s->first; j < s->last; j++)
    if (claims (s->list, j, m->base, start, end))
      return false;
  return true;
}

/* The part of M for clause K, besides its members.  */
enum has
{
  HAS_NOTHING,
  HAS_REFERENCE,
  HAS_MEMBER
};

/* Is clause K a part of M, between members, that GCC 12 does not count: of an
   element of an array (s.a[1].x)?  */
static bool
is_between (const struct gomp_setup *s, const struct members *m, size_t k)
{
  struct gomp_clause clause = gomp_clause_get (s->list, k);
  return clause.operation == GOMP_CLAUSE_MAP && (k < m->next || k > m->last)
         && s->c->items[k].mapping == NULL
         && clause.host - m->base < m->end - m->base && clause.size > 0
         && clause.size <= m->end - clause.host;
}

/* If a section of a pointer in a structure is mapped together with other
   members, GCC 12 passes the pointer in an attach clause only.  The region uses
   it as a member, so it gets space beside the others, at *AT; so does a
   reference to such a pointer.  */
static enum has
find_in_struct (struct gomp_setup *s, const struct members *m, size_t k,
                uintptr_t *at)
{
  *at = (uintptr_t)s->list->hosts[k];
  if (is_between (s, m, k))
    return HAS_MEMBER;
  if (!is_only_set (s, m, k))
    return HAS_NOTHING;
  if (gomp_clause_get (s->list, k).operation == GOMP_CLAUSE_ATTACH
      && gomp_setup_find_reference (s, *at, m->base, m->end, at))
    return HAS_REFERENCE;
  uintptr_t end = *at + sizeof (void *);
  return *at >= m->base && end - m->base <= STRUCT_REACH
                 && gomp_map_find_locked (&s->c->device->map, *at, end) == NULL
             ? HAS_MEMBER
             : HAS_NOTHING;
}

static void
widen (struct members *m, uintptr_t start, size_t size)
{
  uintptr_t end = start + size;
  m->start = start < m->start ? start : m->start;
  m->end = end > m->end ? end : m->end;
}

/* Widen M to the pointers in it, and to references to others; false: no clause
   but those of its members is for what is in it.  */
static bool
find_more_members (struct gomp_setup *s, struct members *m)
{
  bool found = false;
  uintptr_t at;
  for (size_t k = s->first; k < s->last; k++)
    {
      enum has has = find_in_struct (s, m, k, &at);
      struct gomp_clause clause = gomp_clause_get (s->list, k);
      if (has == HAS_MEMBER)
        widen (m, at, gomp_clause_storage (&clause));
      else if (has == HAS_REFERENCE)
        widen (m, at, sizeof (void *));
      found |= has == HAS_MEMBER;
    }
  return found;
}

static enum gomp_status
make_more_members (struct gomp_setup *s, const struct members *m, size_t offset)
{
  enum gomp_status status = GOMP_OK;
  uintptr_t at;
  for (size_t k = s->first; k < s->last && status == GOMP_OK; k++)
    if (find_in_struct (s, m, k, &at) == HAS_MEMBER)
      status = make_member (s, m, k, offset);
  return status;
}

/* Member K; a later member that contains it comes first.  */
static enum gomp_status
make_in_order (struct gomp_setup *s, const struct members *m, size_t k,
               size_t offset)
{
  enum gomp_status status = GOMP_OK;
  for (size_t j = k + 1; j <= m->last && status == GOMP_OK; j++)
    if (!is_apart (s, j) && s->c->items[j].mapping == NULL
        && contains (s->list, j, k))
      status = make_or_share (s, m, j, offset);
  return status == GOMP_OK ? make_or_share (s, m, k, offset) : status;
}

/* Most types need no stricter alignment.  */
#define USUAL_ALIGN_LOG 4

/* Nothing is mapped: one piece of storage with the structure's layout.  Members
   may need a stricter alignment than the entry says, so each is aligned as on
   the host.  */
static enum gomp_status
make_members (struct gomp_setup *s, struct members *m, unsigned align_log)
{
  struct gomp_item *whole = &s->c->items[m->next - 1];
  bool has_more = find_more_members (s, m);
  if (align_log < USUAL_ALIGN_LOG)
    align_log = USUAL_ALIGN_LOG;
  size_t shift = m->start & (((size_t)1 << align_log) - 1);
  gomp_setup_lay_out (s, whole, shift + (m->end - m->start), align_log);
  size_t offset = whole->offset += shift;
  whole->host = m->start;
  whole->length = m->end - m->start;
  whole->flags |= GOMP_ITEM_SPAN;
  enum gomp_status status = make_member (s, m, m->first, offset);
  for (size_t k = m->next; k <= m->last && status == GOMP_OK; k++)
    if (!is_apart (s, k) && s->c->items[k].mapping == NULL)
      status = m->any_order ? make_in_order (s, m, k, offset)
                            : make_member (s, m, k, offset);
  return has_more && status == GOMP_OK ? make_more_members (s, m, offset)
                                       : status;
}

/* The clause that maps all of the structure of M, or an array in which it is an
   element; or the number of clauses.  */
static size_t
find_struct (const struct gomp_setup *s, const struct members *m)
{
  for (size_t j = s->first; j < s->last; j++)
    {
      struct gomp_clause clause = gomp_clause_get (s->list, j);
      if (clause.operation == GOMP_CLAUSE_MAP && clause.host != 0
          && m->base - clause.host < clause.size && (j < m->next || j > m->last)
          && gomp_size_fits_at (clause.host, clause.size))
        return j;
    }
  return s->list->count;
}

/* Is clause K the target of a reference in a structure, which the next clause
   sets?  A pointer may be attached between them.  */
static bool
is_behind_reference (const struct gomp_clause_list *list, size_t k)
{
  size_t j = k + 1;
  while (j < list->count
         && gomp_clause_get (list, j).operation == GOMP_CLAUSE_ATTACH)
    j++;
  if (j >= list->count)
    return false;
  struct gomp_clause clause = gomp_clause_get (list, k);
  struct gomp_clause next = gomp_clause_get (list, j);
  return next.operation == GOMP_CLAUSE_ALWAYS_POINTER
         && clause.operation == GOMP_CLAUSE_MAP
         && gomp_load_pointer (next.host) + next.size == clause.host;
}

/* Does GCC 12 not count clause K if it is among the members of a structure?  */
static bool
is_not_counted (const struct gomp_clause_list *list, size_t k)
{
  struct gomp_clause clause = gomp_clause_get (list, k);
  return is_about_pointer (&clause) || is_behind_reference (list, k);
}

/* May clause K be among the members of a structure at BASE?  */
static bool
may_be_member (const struct gomp_clause_list *list, size_t k, uintptr_t base)
{
  struct gomp_clause clause = gomp_clause_get (list, k);
  return is_not_counted (list, k)
         || (clause.operation != GOMP_CLAUSE_STRUCT
             && clause.host - base < STRUCT_REACH);
}

/* Is clause K an array in the structure of clause I, of which the clause
   before, a member, maps a part?  GCC 14 passes it behind the members.  */
static bool
is_behind_part (const struct gomp_clause_list *list, size_t k, size_t i)
{
  return gomp_clause_get (list, k).operation == GOMP_CLAUSE_MAP
         && list->hosts[k] > list->hosts[i] && contains (list, k, k - 1);
}

/* The last clause of the structure of clause I, which claims to have COUNT
   members.  If GCC 12 puts entries that set pointers, or targets of references,
   among them, it does not count these, and members follow.  */
static size_t
find_last (const struct gomp_clause_list *list, size_t i, size_t count)
{
  size_t last = i + count;
  for (size_t k = i + 1; k <= last && last + 1 < list->count; k++)
    if (is_not_counted (list, k)
        && may_be_member (list, last + 1, (uintptr_t)list->hosts[i]))
      last++;
  while (last > i && last + 1 < list->count
         && is_behind_part (list, last + 1, i))
    last++;
  return last;
}

/* Note clause K, a member or apart.  */
static enum gomp_status
add_member (struct gomp_setup *s, struct members *m, size_t k, size_t size)
{
  struct gomp_clause clause = gomp_clause_get (s->list, k);
  enum gomp_status status = gomp_construct_check (s->c, s->list, k, &clause);
  if (status != GOMP_OK)
    return status;
  if (is_about_pointer (&clause) || clause.host - m->base >= size)
    {
      s->c->items[k].flags |= GOMP_ITEM_APART;
      m->has_apart = true;
      return GOMP_OK;
    }
  if (m->first == 0)
    {
      m->first = k;
      m->start = m->end = clause.host;
    }
  else if (contains (s->list, k, m->first))
    m->first = k;
  m->any_order |= clause.host < m->end;
  widen (m, clause.host, member_size (s, &clause));
  return GOMP_OK;
}

static enum gomp_status
find_members (struct gomp_setup *s, size_t i, const struct gomp_clause *clause,
              struct members *m)
{
  *m = (struct members){ .next = i + 1,
                         .last = i,
                         .any_order
                         = (clause->flags & GOMP_CLAUSE_ANY_ORDER) != 0,
                         .base = clause->host };
  if (clause->size == 0 || clause->size >= s->list->count - i)
    return gomp_error_set (GOMP_ERR_INVALID,
                           "structure map with %lu members is malformed",
                           (unsigned long)clause->size);
  m->last = find_last (s->list, i, clause->size);
  m->whole = find_struct (s, m);
  size_t size = SIZE_MAX - m->base;
  if (m->whole < s->list->count)
    size = (uintptr_t)s->list->hosts[m->whole] + s->list->sizes[m->whole]
           - m->base;
  enum gomp_status status = GOMP_OK;
  for (size_t k = m->next; k <= m->last && status == GOMP_OK; k++)
    status = add_member (s, m, k, size);
  return status;
}

/* *FOUND: some mapping in the structure, held; NULL if there is none, and then
   the map is locked.  */
static enum gomp_status
hold_struct (struct gomp_setup *s, const struct members *m,
             struct gomp_mapping **found)
{
  struct gomp_map *map = &s->c->device->map;
  *found = s->locked ? NULL : gomp_map_hold (map, m->base, m->end);
  if (*found != NULL)
    return GOMP_OK;
  gomp_setup_lock (s);
  for (;;)
    {
      *found = gomp_map_find_locked (map, m->base, m->end);
      if (*found == NULL || gomp_map_take_locked (*found, GOMP_MAP_HOLD))
        return GOMP_OK;
      if (!gomp_map_wait_locked (map))
        return gomp_device_refuse_ending (s->c->device);
    }
}

/* The last hold is released without the lock.  */
static void
drop_struct (struct gomp_setup *s, struct gomp_mapping *first)
{
  struct gomp_map *map = &s->c->device->map;
  if (s->locked)
    gomp_map_unlock (map);
  gomp_device_drop (s->c->device, first);
  if (s->locked)
    gomp_map_lock (map);
}

static enum gomp_status
take_parts (struct gomp_setup *s, struct members *m, unsigned align_log)
{
  struct gomp_mapping *first;
  enum gomp_status status = hold_struct (s, m, &first);
  if (status != GOMP_OK)
    return status;
  if (first == NULL)
    return make_members (s, m, align_log);
  status = take_members (s, m, first);
  drop_struct (s, first);
  return status;
}

/* A later clause that maps the whole structure of M is resolved before the
   members, which are parts of it.  */
static enum gomp_status
take_whole (struct gomp_setup *s, const struct members *m)
{
  if (m->whole <= m->last || m->whole >= s->list->count)
    return GOMP_OK;
  struct gomp_clause clause = gomp_clause_get (s->list, m->whole);
  bool fits
      = (clause.flags & GOMP_CLAUSE_TO) && clause.size >= m->end - clause.host;
  if (!fits)
    return GOMP_OK;
  s->taken_end = m->whole + 1 > s->taken_end ? m->whole + 1 : s->taken_end;
  return gomp_setup_resolve_clause (s, m->whole, &clause);
}

size_t
gomp_clause_struct_end (const struct gomp_clause_list *list, size_t i)
{
  size_t count = list->sizes[i];
  return count < list->count - i ? find_last (list, i, count) + 1 : list->count;
}

enum gomp_status
gomp_setup_resolve_struct (struct gomp_setup *s, size_t i,
                           const struct gomp_clause *clause, size_t *next)
{
  struct members m;
  enum gomp_status status = find_members (s, i, clause, &m);
  *next = m.last + 1;
  if (status == GOMP_OK && m.first != 0)
    status = take_whole (s, &m);
  if (status == GOMP_OK && m.first != 0)
    status = take_parts (s, &m, clause->align_log);
  for (size_t k = m.has_apart ? m.next : m.last + 1;
       k <= m.last && status == GOMP_OK; k++)
    {
      struct gomp_clause other = gomp_clause_get (s->list, k);
      if (other.host != 0 && is_apart (s, k))
        status = gomp_setup_resolve_clause (s, k, &other);
    }
  return status;
}
