/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* References to pointers, in C++, and other pointers that a target region
   needs but GCC 12 does not pass.

   Suppose that a member of a structure is a reference to a pointer, and that a
   region maps a section of the pointer's target.  The region reads the
   reference.  But GCC 12 passes only the pointer's address, in an attach
   clause: it does not map the pointer, and mostly does not pass the reference.
   So this file looks for words with the pointer's host address, in objects
   that the construct maps anew and between members that it maps.  Such a word
   gets the pointer's address on the device: that of its mapping, or of a copy
   for this region.  If the word is behind all mapped members of the structure,
   it gets storage next to theirs.

   A region may map a section by a member of the target of a pointer
   (sp->x[1:2]), and nothing else of the structure.  Then GCC passes the
   pointer to the structure and the position of the member.  So the beginning
   of the structure gets storage, in which only that member, a pointer or a
   reference, is set.

   Runs in the encountering thread; see resolve.c and pointer.c.  */

#include "offload/construct/resolve.h"
#include "offload/map/attach.h"
#include "offload/observe.h"

/* Larger objects are arrays, and are not searched.  */
#define LARGEST ((size_t)4096)
/* How much behind an object is searched, which may be the rest of its
   structure.  */
#define BEHIND ((size_t)512)
/* No page is smaller.  */
#define PAGE ((uintptr_t)4096)

/* Is CLAUSE for an object that may have references to what is at TARGET, which
   is not in it?  */
static bool
can_refer (const struct gomp_clause *clause, uintptr_t target)
{
  return clause->operation == GOMP_CLAUSE_MAP
         && (clause->flags & GOMP_CLAUSE_TO) && clause->host != 0
         && clause->size >= sizeof (void *) && clause->size <= LARGEST
         && target - clause->host >= clause->size;
}

/* Likewise of clause K, if the construct maps it anew.  */
static bool
may_refer (const struct gomp_setup *s, size_t k, uintptr_t target)
{
  const struct gomp_item *item = &s->c->items[k];
  struct gomp_clause clause = gomp_clause_get (s->list, k);
  return item->mapping != NULL && (item->flags & GOMP_ITEM_NEW)
         && can_refer (&clause, target);
}

/* The word at HOST, which may lie in no object, and which another thread may be
   changing if the data is mapped already.  */
__attribute__ ((no_sanitize_address, no_sanitize_thread)) static uintptr_t
load_word (uintptr_t host)
{
  return *(const volatile uintptr_t *)host;
}

/* The first word from HOST on, in [HOST, END), that is in [LOW, HIGH]; or
   END.  */
static uintptr_t
find_between (uintptr_t host, uintptr_t end, uintptr_t low, uintptr_t high)
{
  /* Nothing follows the last word that there is.  */
  if (host > -(uintptr_t)sizeof (void *))
    return end;
  host = (host + sizeof (void *) - 1) & ~(uintptr_t)(sizeof (void *) - 1);
  for (; host < end && end - host >= sizeof (void *); host += sizeof (void *))
    if (load_word (host) - low <= high - low)
      return host;
  return end;
}

/* The first one that is TARGET.  */
static uintptr_t
find_word (uintptr_t host, uintptr_t end, uintptr_t target)
{
  return find_between (host, end, target, target);
}

/* The end of a structure is not known: some bytes after HOST, on its page,
   which can be read.  */
static uintptr_t
find_limit (uintptr_t host)
{
  uintptr_t page_end = (host | (PAGE - 1)) + 1;
  return page_end - host < BEHIND ? page_end : host + BEHIND;
}

/* The first reference to what is at TARGET among the words from HOST on, and
   before LIMIT and TARGET, or LIMIT.  The list of clauses, which may lie there,
   has none.  */
static uintptr_t
find_near (const struct gomp_setup *s, uintptr_t host, uintptr_t limit,
           uintptr_t target)
{
  uintptr_t end = target >= host && target < limit ? target : limit;
  uintptr_t list = (uintptr_t)s->list->hosts;
  size_t list_size = s->list->count * sizeof (*s->list->hosts);
  uintptr_t word = find_word (host, end, target);
  while (word < end && word - list < list_size)
    word = find_word (word + sizeof (void *), end, target);
  return word < end ? word : limit;
}

bool
gomp_setup_find_reference (const struct gomp_setup *s, uintptr_t target,
                           uintptr_t start, uintptr_t end, uintptr_t *word)
{
  uintptr_t limit = find_limit (end - 1);
  if (limit - start > LARGEST)
    return false;
  uintptr_t found = find_near (s, start, limit, target);
  if (found == limit)
    return false;
  *word = found;
  return true;
}

/* ---- Before anything is mapped.  */

/* The bytes of clause K that may have references: an object, or a structure
   with what may follow its members; *END is *START if there are none.  */
static void
find_object (const struct gomp_clause_list *list, size_t k, uintptr_t *start,
             uintptr_t *end)
{
  struct gomp_clause clause = gomp_clause_get (list, k);
  bool is_struct = clause.operation == GOMP_CLAUSE_STRUCT;
  *start = *end = clause.host;
  if (is_struct)
    for (size_t j = k + 1; j < gomp_clause_struct_end (list, k); j++)
      {
        struct gomp_clause member = gomp_clause_get (list, j);
        if (member.operation == GOMP_CLAUSE_MAP
            && member.host + member.size > *end)
          *end = member.host + member.size;
      }
  else if (can_refer (&clause, 0))
    *end += clause.size;
  if (is_struct && *end > *start)
    *end = find_limit (*end - 1);
  if (*end - *start > LARGEST)
    *end = *start;
}

static bool
is_attached (const struct gomp_clause_list *list, uintptr_t host)
{
  for (size_t i = 0; i < list->count; i++)
    if ((uintptr_t)list->hosts[i] == host
        && gomp_clause_get (list, i).operation == GOMP_CLAUSE_ATTACH)
      return true;
  return false;
}

bool
gomp_clauses_refer (const struct gomp_clause_list *list)
{
  uintptr_t low = UINTPTR_MAX, high = 0, start, end;
  for (size_t i = 0; i < list->count; i++)
    {
      struct gomp_clause clause = gomp_clause_get (list, i);
      if (clause.operation != GOMP_CLAUSE_ATTACH || clause.host == 0)
        continue;
      low = clause.host < low ? clause.host : low;
      high = clause.host > high ? clause.host : high;
    }
  for (size_t k = 0; k < list->count && low <= high; k++)
    for (find_object (list, k, &start, &end);
         (start = find_between (start, end, low, high)) < end;
         start += sizeof (void *))
      if (is_attached (list, load_word (start)))
        return true;
  return false;
}

/* Bytes that lie in host memory from START to END.  */
struct span
{
  uintptr_t start, end; /* the same: there are none */
  size_t offset;        /* of START, in the block */
};

/* The data of entry K that may have references to TARGET.  */
static struct span
find_span (const struct gomp_setup *s, size_t k, uintptr_t target)
{
  const struct gomp_item *item = &s->c->items[k];
  struct span span = { .start = 0 };
  if ((item->flags & GOMP_ITEM_SPAN) || may_refer (s, k, target))
    span = (struct span){ item->host, item->host + item->length, item->offset };
  if (span.end - span.start > LARGEST)
    span.end = span.start;
  return span;
}

static bool
is_referred_to (const struct gomp_setup *s, uintptr_t target)
{
  bool found = false;
  for (size_t k = s->first; k < s->last && !found; k++)
    {
      struct span span = find_span (s, k, target);
      found = find_word (span.start, span.end, target) < span.end;
    }
  return found;
}

/* Does the pointer at HOST belong to no larger object?  *MAPPED: it is
   mapped.  */
static bool
is_by_itself (struct gomp_setup *s, uintptr_t host, bool *mapped)
{
  uintptr_t end = host + sizeof (void *);
  struct gomp_mapping *mapping
      = gomp_map_find_locked (&s->c->device->map, host, end);
  *mapped = mapping != NULL;
  return mapping == NULL
         || (gomp_mapping_start (mapping) == host
             && gomp_mapping_end (mapping) == end);
}

/* ---- Beginnings of structures.  */

/* Is entry Z a pointer to what is not mapped?  Members that the construct maps
   there have their own storage.  */
static bool
is_beginning (struct gomp_setup *s, size_t z)
{
  struct gomp_clause clause = gomp_clause_get (s->list, z);
  if (clause.operation != GOMP_CLAUSE_ZERO_LENGTH || clause.host == 0
      || s->c->items[z].mapping != NULL)
    return false;
  for (size_t j = s->first; j < s->last; j++)
    if (gomp_clause_get (s->list, j).operation == GOMP_CLAUSE_STRUCT
        && (uintptr_t)s->list->hosts[j] == clause.host)
      return false;
  return gomp_map_find_locked (&s->c->device->map, clause.host, clause.host + 1)
         == NULL;
}

/* Bytes from HOST to behind the first reference to the pointer at TARGET, or
   behind that itself; 0: neither is near.  */
static size_t
measure (const struct gomp_setup *s, uintptr_t host, uintptr_t target)
{
  uintptr_t limit = find_limit (host);
  uintptr_t word = find_near (s, host, limit, target);
  if (word == limit && target - host < LARGEST)
    word = target;
  return word == limit ? 0 : word + sizeof (void *) - host;
}

/* The pointer of clause I is not mapped: the clause with the nearest address
   before it, or before a reference to it, needs storage up to there.  */
static void
extend_beginning (struct gomp_setup *s, size_t i)
{
  uintptr_t target = (uintptr_t)s->list->hosts[i];
  size_t nearest = s->last, least = SIZE_MAX;
  for (size_t z = s->first; z < s->last; z++)
    {
      if (!is_beginning (s, z))
        continue;
      size_t size = measure (s, (uintptr_t)s->list->hosts[z], target);
      if (size == 0 || size >= least)
        continue;
      nearest = z;
      least = size;
    }
  if (nearest == s->last)
    return;
  struct gomp_item *item = &s->c->items[nearest];
  if ((item->flags & GOMP_ITEM_SPAN) == 0 || item->length < least)
    item->length = least;
  item->flags |= GOMP_ITEM_SPAN;
}

static bool
is_about_pointer (const struct gomp_setup *s, size_t i)
{
  uint8_t operation = gomp_clause_get (s->list, i).operation;
  return (operation == GOMP_CLAUSE_ATTACH
          || operation == GOMP_CLAUSE_ALWAYS_POINTER)
         && s->list->hosts[i] != NULL;
}

/* Storage for all beginnings.  */
static void
take_beginnings (struct gomp_setup *s)
{
  bool mapped;
  for (size_t i = s->first; i < s->last; i++)
    if (is_about_pointer (s, i)
        && is_by_itself (s, (uintptr_t)s->list->hosts[i], &mapped) && !mapped)
      extend_beginning (s, i);
  for (size_t z = s->first; z < s->last; z++)
    if ((s->c->items[z].flags & GOMP_ITEM_SPAN) && is_beginning (s, z))
      gomp_setup_lay_out (s, &s->c->items[z], s->c->items[z].length, 0);
}

/* Does the pointer of clause I, which is not mapped, lie in a beginning?  */
static bool
is_in_beginning (struct gomp_setup *s, size_t i)
{
  struct gomp_item *item = &s->c->items[i];
  for (size_t z = s->first; z < s->last; z++)
    {
      const struct gomp_item *all = &s->c->items[z];
      if ((all->flags & GOMP_ITEM_SPAN) && item->host - all->host < all->length
          && is_beginning (s, z))
        {
          item->offset = all->offset + (item->host - all->host);
          item->flags |= GOMP_ITEM_OWN;
          s->has_own = true;
          return true;
        }
    }
  return false;
}

/* ---- All of a construct.  */

void
gomp_setup_resolve_references (struct gomp_setup *s)
{
  if (s->with_arguments)
    take_beginnings (s);
  for (size_t i = s->first; i < s->last; i++)
    {
      struct gomp_item *item = &s->c->items[i];
      bool mapped;
      if (!is_about_pointer (s, i) || !is_by_itself (s, item->host, &mapped)
          || (!mapped && is_in_beginning (s, i))
          || gomp_clause_get (s->list, i).operation != GOMP_CLAUSE_ATTACH
          || !is_referred_to (s, item->host))
        continue;
      item->flags |= GOMP_ITEM_REFERRED;
      if (mapped)
        continue;
      gomp_setup_lay_out (s, item, sizeof (void *),
                          gomp_clause_get (s->list, i).align_log);
      item->flags |= GOMP_ITEM_OWN;
      s->has_own = true;
    }
}

/* The word at HOST is VALUE on the device, at OFFSET of the block.  In what is
   mapped it is not copied back.  */
static enum gomp_status
set_word (struct gomp_setup *s, uintptr_t host, size_t offset, uintptr_t value)
{
  struct gomp_device *device = s->c->device;
  struct gomp_mapping *mapping
      = gomp_map_hold (&device->map, host, host + sizeof (value));
  bool added = true;
  if (mapping != NULL)
    {
      gomp_hook_wait_lock (&device->attaching);
      struct gomp_mapping_extra *extra = gomp_mapping_extra (mapping);
      added = extra != NULL
              && gomp_attachments_add (&extra->attachments, host) != 0;
      if (added)
        gomp_mapping_mark (mapping, GOMP_READY_ATTACHED);
      gomp_hook_unlock (&device->attaching);
      gomp_device_drop (device, mapping);
    }
  else if (gomp_observe_offload ())
    gomp_observe_memory (
        GOMP_EVENT_WRITTEN,
        &(struct gomp_event_memory){ .device = device,
                                     .host = host,
                                     .devptr = s->block->address + offset,
                                     .size = sizeof (value) });
  return added ? gomp_setup_put (s, offset, &value, sizeof (value))
               : GOMP_ERR_NOMEM;
}

enum gomp_status
gomp_setup_refer (struct gomp_setup *s, uintptr_t target, uintptr_t value)
{
  enum gomp_status status = GOMP_OK;
  for (size_t k = s->first; k < s->last && status == GOMP_OK; k++)
    {
      struct span span = find_span (s, k, target);
      uintptr_t host = find_word (span.start, span.end, target);
      for (; host < span.end && status == GOMP_OK;
           host = find_word (host + sizeof (void *), span.end, target))
        status = set_word (s, host, span.offset + (host - span.start), value);
    }
  return status;
}
