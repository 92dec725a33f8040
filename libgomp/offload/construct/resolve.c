/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The first pass over a construct's clauses: find or make their mappings
   (OpenMP 5.1 section 2.21.7.1).

   Runs in the encountering thread.  Present mappings are found without a lock.
   At the first missing one the map's lock is taken and kept for the rest, so
   that a construct's new mappings appear together.  While only one thread uses
   the map, it takes the lock at once, which is cheaper.  This pass makes no
   copy and no call of a device: it only lays out storage.  Structures:
   resolve_struct.c.  */

#include "offload/construct/resolve.h"
#include "offload/device/explain.h"

#include "offload/map/link.h"

void
gomp_setup_lock (struct gomp_setup *s)
{
  s->has_missed = true;
  if (s->locked)
    return;
  gomp_map_lock (&s->c->device->map);
  s->locked = true;
}

/* ---- Errors.  */

enum gomp_status
gomp_setup_overlap (struct gomp_setup *s, size_t i, uintptr_t start,
                    uintptr_t end, struct gomp_mapping *other)
{
  gomp_error_set (GOMP_ERR_MAP,
                  "Trying to map into device [%p..%p) object when [%p..%p) is "
                  "already mapped",
                  (void *)start, (void *)end,
                  (void *)gomp_mapping_start (other),
                  (void *)gomp_mapping_end (other));
  gomp_construct_blame (s->c, s->list, GOMP_ERR_MAP, i, start, end);
  gomp_error_hint ("%s", gomp_words_of (s->c->directive)->map_whole);
  return GOMP_ERR_MAP;
}

static enum gomp_status
not_present (struct gomp_setup *s, size_t i, const struct gomp_clause *clause)
{
  gomp_error_set (
      GOMP_ERR_MAP,
      "present clause: not present on the device (addr: %p, size: %lu (0x%lx), "
      "dev: %d)",
      (void *)clause->host, (unsigned long)clause->size,
      (unsigned long)clause->size, s->c->device->number);
  gomp_explain_nearest (s->c->device, clause->host);
  return gomp_construct_blame (s->c, s->list, GOMP_ERR_MAP, i, clause->host,
                               clause->host + clause->size);
}

/* ---- Taking.  */

/* Item I has a reference and a hold of MAPPING, unless an earlier one has.  */
static inline void
count_once (struct gomp_setup *s, size_t i, struct gomp_mapping *mapping)
{
  struct gomp_item *item = &s->c->items[i];
  item->mapping = mapping;
  s->has_others = true;
  s->awaits |= (gomp_mapping_marks (mapping) & GOMP_READY_FILLED) == 0;
  size_t end
      = unlikely (s->taken_end > i) && s->c->seen == NULL ? s->taken_end : i;
  size_t counter = gomp_construct_counter (s->c, end, mapping);
  item->counter = (uint32_t)(counter == end ? i : counter);
  if (likely (counter == end))
    {
      item->flags |= GOMP_ITEM_COUNTED;
      return;
    }
  /* Not the last: the counter has one.  */
  gomp_map_unreference (mapping, false);
  gomp_map_drop_shared (mapping);
}

static void
record_new (struct gomp_setup *s, size_t i, struct gomp_mapping *mapping)
{
  struct gomp_item *item = &s->c->items[i];
  item->mapping = mapping;
  item->flags
      |= GOMP_ITEM_NEW
         | (s->c->inserts & GOMP_MAPPING_UNHELD ? 0 : GOMP_ITEM_COUNTED);
  item->counter = (uint32_t)i;
  gomp_construct_counter (s->c, i, mapping);
  s->fresh++;
  s->owners++;
}

enum gomp_status
gomp_setup_make (struct gomp_setup *s, size_t i, uintptr_t start, uintptr_t end,
                 unsigned flags)
{
  struct gomp_map *map = &s->c->device->map;
  flags |= s->c->inserts;
  if (s->with_arguments)
    {
      flags |= GOMP_MAPPING_UNSHARED;
      s->c->unshared++;
    }
  struct gomp_mapping *mapping
      = gomp_map_insert_locked (map, start, end, flags);
  if (unlikely (mapping == NULL))
    return GOMP_ERR_NOMEM;
  s->has_links |= (mapping->flags & GOMP_MAPPING_LINKED) != 0;
  record_new (s, i, mapping);
  return GOMP_OK;
}

/* An implicit map of an object of which a part is mapped uses that part.  */
static inline bool
is_part (struct gomp_mapping *mapping, uintptr_t start, uintptr_t end)
{
  return start <= gomp_mapping_start (mapping)
         && gomp_mapping_end (mapping) <= end;
}

/* The mapping of [START, END), with a reference; *FOUND is NULL if there is
   none.  */
static enum gomp_status
take_locked (struct gomp_setup *s, size_t i, uintptr_t start, uintptr_t end,
             bool implicit, struct gomp_mapping **found)
{
  struct gomp_map *map = &s->c->device->map;
  for (;;)
    {
      struct gomp_mapping *mapping = gomp_map_find_locked (map, start, end);
      *found = NULL;
      if (mapping == NULL)
        return GOMP_OK;
      if (!gomp_map_take_locked (mapping, GOMP_MAP_REFERENCE))
        {
          if (!gomp_map_wait_locked (map))
            return gomp_device_refuse_ending (s->c->device);
          continue;
        }
      *found = mapping;
      if (start != end)
        gomp_map_remember (map, start, mapping);
      if (start == end || gomp_mapping_covers (mapping, start, end)
          || (implicit && is_part (mapping, start, end)))
        return GOMP_OK;
      return gomp_setup_overlap (s, i, start, end, mapping);
    }
}

/* The mapping that covers [START, END), with a reference, if it is found at
   once; or NULL.  *ABSENT: as for gomp_map_take_or_miss.  While only one thread
   uses the map, it looks mappings up with the lock.  */
static inline struct gomp_mapping *
take_at_once (struct gomp_setup *s, uintptr_t start, uintptr_t end,
              bool *absent)
{
  struct gomp_map *map = &s->c->device->map;
  *absent = false;
  if (!s->locked)
    s->locked = gomp_map_lock_alone (map);
  if (!s->locked)
    return end > start ? gomp_map_take_or_miss (map, start, end,
                                                GOMP_MAP_REFERENCE, absent)
                       : NULL;
  return gomp_map_is_alone (map) ? gomp_map_take_alone (map, start, end) : NULL;
}

static inline struct gomp_clause_kind
kind_of (const struct gomp_setup *s, size_t j)
{
  return gomp_clause_kinds[s->list->kinds[j] & 0xff];
}

static inline bool
is_map (const struct gomp_setup *s, size_t j, uint8_t flags)
{
  struct gomp_clause_kind kind = kind_of (s, j);
  return (kind.flags & flags) == flags && kind.operation == GOMP_CLAUSE_MAP;
}

/* Find the clauses that may map an object of which others map parts: all have
   flags WHOLE_FLAGS, and are before WHOLE_END.  */
static void
find_wholes (struct gomp_setup *s)
{
  size_t last_map = s->first;
  s->whole_end = s->first;
  s->whole_flags = GOMP_CLAUSE_IMPLICIT;
  for (size_t j = s->first; j < s->last; j++)
    {
      struct gomp_clause_kind kind = kind_of (s, j);
      if (kind.operation == GOMP_CLAUSE_ALWAYS_POINTER)
        s->whole_flags = 0;
      if (kind.operation != GOMP_CLAUSE_MAP)
        continue;
      last_map = j + 1;
      if (kind.flags & GOMP_CLAUSE_IMPLICIT)
        s->whole_end = j + 1;
    }
  if (s->whole_flags == 0)
    s->whole_end = last_map;
}

/* A clause after I that maps an object that contains [START, END) and has no
   mapping yet; or I.  GCC maps both the variables of a common block and the
   block, and sections of what a reference in a structure refers to before all
   of it.  */
static size_t
find_whole (struct gomp_setup *s, size_t i, uintptr_t start, uintptr_t end)
{
  if (i + 1 == s->last)
    return i;
  if (s->whole_end == GOMP_SETUP_UNKNOWN)
    find_wholes (s);
  for (size_t j = i + 1; j < s->whole_end; j++)
    {
      uintptr_t host = (uintptr_t)s->list->hosts[j];
      size_t size = s->list->sizes[j];
      /* The size of what is null may be any.  */
      if (is_map (s, j, s->whole_flags) && host != 0 && host <= start
          && size >= end - host && size > end - start
          && gomp_size_fits_at (host, size) && s->c->items[j].mapping == NULL)
        return j;
    }
  return i;
}

/* Find what is present of [START, END), or lay out new storage.  */
static enum gomp_status
take_or_make (struct gomp_setup *s, size_t i, uintptr_t start, uintptr_t end,
              const struct gomp_clause *clause)
{
  struct gomp_map *map = &s->c->device->map;
  bool absent;
  size_t epoch = gomp_map_epoch (map);
  struct gomp_mapping *mapping = take_at_once (s, start, end, &absent);
  if (mapping == NULL)
    {
      gomp_setup_lock (s);
      enum gomp_status status = GOMP_OK;
      if (!absent || gomp_map_epoch (map) != epoch)
        status = take_locked (s, i, start, end,
                              clause->flags & GOMP_CLAUSE_IMPLICIT, &mapping);
      if (status != GOMP_OK)
        return status;
    }
  size_t whole = mapping == NULL ? find_whole (s, i, start, end) : i;
  if (unlikely (whole != i))
    {
      struct gomp_clause other = gomp_clause_get (s->list, whole);
      s->taken_end = whole + 1 > s->taken_end ? whole + 1 : s->taken_end;
      enum gomp_status status = take_or_make (s, whole, other.host,
                                              other.host + other.size, &other);
      return status != GOMP_OK ? status
                               : take_or_make (s, i, start, end, clause);
    }
  if (mapping == NULL)
    {
      gomp_setup_lay_out (s, &s->c->items[i], end - start, clause->align_log);
      return gomp_setup_make (s, i, start, end,
                              s->guarded ? GOMP_MAPPING_GUARDED : 0);
    }
  if (clause->flags & GOMP_CLAUSE_NEW)
    return gomp_setup_overlap (s, i, start, end, mapping);
  count_once (s, i, mapping);
  return GOMP_OK;
}

enum gomp_status
gomp_setup_resolve_present (struct gomp_setup *s, size_t i, uintptr_t start,
                            uintptr_t end)
{
  bool absent;
  struct gomp_mapping *mapping = take_at_once (s, start, end, &absent);
  if (mapping == NULL)
    {
      gomp_setup_lock (s);
      enum gomp_status status = take_locked (s, i, start, end, false, &mapping);
      if (status != GOMP_OK)
        return status;
    }
  if (mapping != NULL)
    count_once (s, i, mapping);
  return GOMP_OK;
}

/* ---- Pointers and descriptors of the region's own.

   gfortran maps, with a section of an array, the pointer or the descriptor by
   which the region reaches it.  A single device copy for all regions would
   denote the section of only one of them: it cannot be right for several at
   once, nor for the next region when the section is unmapped.  So if only such
   clauses map the pointer or descriptor, a region has its own copy, which it
   finds by its argument block; other code does not find it.  */

/* Does MAPPING, by another construct, contain only the pointer or descriptor at
   [START, END)?  */
static bool
is_alone (struct gomp_mapping *mapping, uintptr_t start, uintptr_t end)
{
  const unsigned others = GOMP_MAPPING_VARIABLE | GOMP_MAPPING_ASSOCIATED
                          | GOMP_MAPPING_LINKED | GOMP_MAPPING_MEMBER;
  return (gomp_mapping_marks (mapping) & GOMP_READY_FILLED)
         && (mapping->flags & others) == 0
         && gomp_mapping_start (mapping) == start
         && gomp_mapping_end (mapping) == end;
}

/* May the region have its own copy of [START, END)?  SET: it is not null; the
   device may have set a pointer that is null on the host.  */
static bool
may_own (struct gomp_setup *s, uintptr_t start, uintptr_t end, bool set)
{
  struct gomp_map *map = &s->c->device->map;
  struct gomp_mapping *mapping;
  if (!s->locked)
    {
      bool absent;
      mapping = gomp_map_take_or_miss (map, start, end, GOMP_MAP_HOLD, &absent);
      if (mapping != NULL)
        {
          bool alone = is_alone (mapping, start, end);
          gomp_device_drop (s->c->device, mapping);
          return alone && set;
        }
      if (absent && !gomp_link_is_any (map))
        return true;
      gomp_setup_lock (s);
    }
  mapping = gomp_map_find_locked (map, start, end);
  return mapping == NULL ? gomp_link_find_locked (map, start, end) == NULL
                         : is_alone (mapping, start, end) && set;
}

/* The pointers inside the descriptor of clause I, which are to be set; 0 if
   there are none, or other clauses too.  */
static size_t
count_inside (const struct gomp_setup *s, size_t i,
              const struct gomp_clause *descriptor, bool *set)
{
  struct gomp_clause clause;
  size_t k = i + 1;
  *set = false;
  for (; gomp_setup_is_inside (s, k, descriptor, &clause); k++)
    {
      if (clause.operation != GOMP_CLAUSE_POINTER)
        return 0;
      *set |= gomp_load_pointer (clause.host) != 0;
    }
  return k - i - 1;
}

/* Clause I is a pointer or a descriptor: lay out the region's own copy, with
   the pointers inside.  False: it is shared.  */
static bool
take_own (struct gomp_setup *s, size_t i, const struct gomp_clause *clause)
{
  size_t size = gomp_clause_storage (clause), inside = 0;
  struct gomp_item *item = &s->c->items[i];
  bool set;
  /* Parts of a structure are reached through the structure.  */
  if (!s->with_arguments || (item->flags & GOMP_ITEM_APART))
    return false;
  if (clause->operation == GOMP_CLAUSE_POINTER)
    set = gomp_load_pointer (clause->host) != 0;
  else if ((inside = count_inside (s, i, clause, &set)) == 0)
    return false;
  if (!may_own (s, clause->host, clause->host + size, set))
    return false;
  gomp_setup_lay_out (s, item, size, clause->align_log);
  for (size_t k = i; k <= i + inside; k++)
    {
      struct gomp_item *part = &s->c->items[k];
      part->flags |= GOMP_ITEM_OWN;
      part->offset
          = item->offset + ((uintptr_t)s->list->hosts[k] - clause->host);
    }
  s->has_own = true;
  return true;
}

/* A later clause of the construct may have mapped a larger object that contains
   the original of item I's copy; then that mapping is used.  */
static void
disown (struct gomp_setup *s, size_t i)
{
  struct gomp_item *item = &s->c->items[i];
  struct gomp_mapping *mapping = gomp_map_find_locked (
      &s->c->device->map, item->host, item->host + item->length);
  for (size_t j = s->first; mapping != NULL && j < s->last; j++)
    if (s->c->items[j].mapping == mapping
        && (s->c->items[j].flags & GOMP_ITEM_NEW)
        && gomp_mapping_covers (mapping, item->host, item->host + item->length))
      {
        item->flags &= ~(uint32_t)GOMP_ITEM_OWN;
        item->mapping = mapping;
        item->counter = s->c->items[j].counter;
        return;
      }
}

/* ---- One clause.  */

enum gomp_status
gomp_setup_resolve_clause (struct gomp_setup *s, size_t i,
                           const struct gomp_clause *clause)
{
  uintptr_t start = clause->host;
  enum gomp_status status;
  switch (clause->operation)
    {
    case GOMP_CLAUSE_MAP:
      /* Taken before a part of it.  */
      if (unlikely (s->c->items[i].mapping != NULL))
        return GOMP_OK;
      return take_or_make (s, i, start, start + clause->size, clause);
    case GOMP_CLAUSE_MEMBER:
      s->has_pointers = true;
      return take_or_make (s, i, start, start + clause->size, clause);
    case GOMP_CLAUSE_POINTER:
      s->has_pointers = true;
      /* Fall through.  */
    case GOMP_CLAUSE_DESCRIPTOR:
      if ((s->c->items[i].flags & GOMP_ITEM_OWN) || take_own (s, i, clause))
        return GOMP_OK;
      return take_or_make (s, i, start, start + gomp_clause_storage (clause),
                           clause);
    case GOMP_CLAUSE_ZERO_LENGTH:
      /* The mapping that contains the byte: a pointer just past a mapping does
         not count.  */
      status = gomp_setup_resolve_present (s, i, start, start + 1);
      s->has_absent |= s->c->items[i].mapping == NULL;
      return status;
    case GOMP_CLAUSE_IF_PRESENT:
      return gomp_setup_resolve_present (s, i, start, start + clause->size);
    case GOMP_CLAUSE_PRESENT:
      status = gomp_setup_resolve_present (s, i, start, start + clause->size);
      if (status == GOMP_OK && s->c->items[i].mapping == NULL)
        return not_present (s, i, clause);
      return status;
    case GOMP_CLAUSE_FIRSTPRIVATE:
      if (s->with_arguments)
        gomp_setup_lay_out (s, &s->c->items[i], clause->size,
                            clause->align_log);
      return GOMP_OK;
    case GOMP_CLAUSE_ATTACH:
      s->has_attach = true;
      /* Fall through.  */
    case GOMP_CLAUSE_ALWAYS_POINTER:
    case GOMP_CLAUSE_CAPTURE:
      s->has_pointers = true;
      return GOMP_OK;
    case GOMP_CLAUSE_VALUE:
    case GOMP_CLAUSE_VALUE_AT:
    case GOMP_CLAUSE_USE_DEVICE:
      return GOMP_OK;
    default:
      return gomp_error_set (GOMP_ERR_INVALID,
                             "gomp_map_vars_internal: unhandled kind 0x%.2x",
                             clause->kind);
    }
}

static inline void
record_copies (struct gomp_setup *s, struct gomp_item *item,
               const struct gomp_clause *clause)
{
  s->has_renewals |= (clause->flags & GOMP_CLAUSE_ALWAYS)
                     || clause->operation == GOMP_CLAUSE_USE_DEVICE;
  if (clause->flags & GOMP_CLAUSE_FROM)
    item->flags |= clause->flags & GOMP_CLAUSE_ALWAYS ? GOMP_ITEM_ALWAYS_BACK
                                                      : GOMP_ITEM_BACK;
  if (clause->flags & GOMP_CLAUSE_IMPLICIT)
    item->flags |= GOMP_ITEM_IMPLICIT;
}

/* ---- The usual case: only one thread uses the device so far, and the clauses
   are nothing special.  */

static inline bool
is_plain (const struct gomp_clause_kind *kind)
{
  return kind->flags <= (GOMP_CLAUSE_TO | GOMP_CLAUSE_FROM)
         && (kind->operation == GOMP_CLAUSE_MAP
             || kind->operation == GOMP_CLAUSE_PRESENT);
}

/* Make the mapping of clause I, if no byte of it is mapped, and no other clause
   of the construct maps an object that contains it.  False: nothing was
   done.  */
static bool
make_quickly (struct gomp_setup *s, size_t i, uintptr_t host, size_t size,
              enum gomp_status *status)
{
  unsigned short kind = s->list->kinds[i];
  uintptr_t end = host + size;
  if (s->whole_end == GOMP_SETUP_UNKNOWN)
    find_wholes (s);
  if (gomp_clause_kinds[kind & 0xff].operation != GOMP_CLAUSE_MAP || host == 0
      || size > PTRDIFF_MAX || end <= host || i + 1 < s->whole_end
      || gomp_map_find_locked (&s->c->device->map, host, end) != NULL)
    return false;
  s->has_missed = true;
  gomp_setup_lay_out (s, &s->c->items[i], size, kind >> 8);
  *status = gomp_setup_make (s, i, host, end,
                             s->guarded ? GOMP_MAPPING_GUARDED : 0);
  return true;
}

/* Take or make the mappings of the clauses from I on.  Returns the first clause
   that needs more care.  */
static size_t
resolve_quickly (struct gomp_setup *s, size_t i, enum gomp_status *status)
{
  struct gomp_map *map = &s->c->device->map;
  const struct gomp_clause_list *list = s->list;
  struct gomp_item *item = &s->c->items[i];
  if (!is_plain (&gomp_clause_kinds[list->kinds[i] & 0xff]))
    return i;
  if (!s->locked)
    s->locked = gomp_map_lock_alone (map);
  size_t last = s->locked && gomp_map_is_alone (map) ? s->last : i;
  for (; i < last && *status == GOMP_OK; i++, item++)
    {
      const struct gomp_clause_kind *kind
          = &gomp_clause_kinds[list->kinds[i] & 0xff];
      uintptr_t host = (uintptr_t)list->hosts[i];
      size_t size = list->sizes[i];
      if (!is_plain (kind) || item->mapping != NULL)
        break;
      struct gomp_mapping *mapping
          = gomp_map_take_alone (map, host, host + size);
      if (mapping != NULL)
        count_once (s, i, mapping);
      else if (!make_quickly (s, i, host, size, status))
        break;
      item->host = host;
      item->length = size;
      if (kind->flags & GOMP_CLAUSE_FROM)
        item->flags |= GOMP_ITEM_BACK;
    }
  return i;
}

/* ---- All clauses.  */

enum gomp_status
gomp_setup_resolve (struct gomp_setup *s)
{
  enum gomp_status status = GOMP_OK;
  size_t members_end = s->first; /* clauses before this are taken */
  for (size_t i = s->first; i < s->last && status == GOMP_OK; i++)
    {
      if (i >= members_end)
        i = resolve_quickly (s, i, &status);
      if (i == s->last || status != GOMP_OK)
        break;
      struct gomp_clause clause = gomp_clause_get (s->list, i);
      struct gomp_item *item = &s->c->items[i];
      item->host = clause.host;
      item->length = gomp_clause_storage (&clause);
      record_copies (s, item, &clause);
      status = gomp_construct_check (s->c, s->list, i, &clause);
      if (unlikely (status != GOMP_OK))
        return status;
      if (i < members_end)
        {
          s->has_pointers |= clause.operation == GOMP_CLAUSE_POINTER;
          /* A pointer without bytes in its clause has some.  */
          if (item->length == 0 && (item->flags & GOMP_ITEM_NEW))
            item->length = gomp_mapping_end (item->mapping) - item->host;
          continue;
        }
      if (clause.operation == GOMP_CLAUSE_STRUCT)
        status = gomp_setup_resolve_struct (s, i, &clause, &members_end);
      else if (clause.host != 0)
        status = gomp_setup_resolve_clause (s, i, &clause);
    }
  if (unlikely (s->has_own) && s->fresh > 0 && status == GOMP_OK)
    for (size_t i = s->first; i < s->last; i++)
      if (s->c->items[i].flags & GOMP_ITEM_OWN)
        disown (s, i);
  if (s->has_pointers && unlikely (s->has_attach || s->has_absent)
      && s->has_missed && status == GOMP_OK)
    gomp_setup_resolve_references (s);
  return status;
}
