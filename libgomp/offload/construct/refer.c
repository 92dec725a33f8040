/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* References to pointers, in C++: members of structures that a target region
   maps whole.

   Where a section of what such a pointer points to is mapped, GCC 12 tells
   where the pointer is (in an attach clause), and mostly nothing of the
   reference, nor does it map the pointer.  The region goes by the reference.
   So each word of an object that the construct maps anew, or between members
   that it maps, and that is the pointer's address on the host, becomes its
   address on the device: that of its mapping, or of a copy that the region has
   of its own.

   Runs in the encountering thread; see resolve.c and pointer.c.  */

#include "offload/construct/resolve.h"
#include "offload/map/attach.h"
#include "offload/observe.h"

/* Larger objects are not looked through: arrays.  */
#define LARGEST ((size_t)4096)

/* Is item K an object that may have references to what is at TARGET?  */
static bool
may_refer (const struct gomp_setup *s, size_t k, uintptr_t target)
{
  const struct gomp_item *item = &s->c->items[k];
  struct gomp_clause clause = gomp_clause_get (s->list, k);
  const uint8_t way = GOMP_CLAUSE_TO;
  return clause.operation == GOMP_CLAUSE_MAP && (clause.flags & way) == way
         && item->mapping != NULL && (item->flags & GOMP_ITEM_NEW)
         && item->length >= sizeof (void *) && item->length <= LARGEST
         && target - item->host >= item->length;
}

/* The first word from HOST on, in [HOST, END), that is TARGET; or END.  */
static uintptr_t
find_word (uintptr_t host, uintptr_t end, uintptr_t target)
{
  host = (host + sizeof (void *) - 1) & ~(uintptr_t)(sizeof (void *) - 1);
  for (; host < end && end - host >= sizeof (void *); host += sizeof (void *))
    if (gomp_load_pointer (host) == target)
      return host;
  return end;
}

/* Where members of a structure, which are new, lie in host memory.  */
struct span
{
  uintptr_t start, end; /* the same: there are none */
  size_t offset;        /* of START, in the block */
};

static struct span
find_members (const struct gomp_setup *s, size_t i)
{
  struct span span = { .start = 0 };
  size_t end = gomp_clause_struct_end (s->list, i);
  for (size_t k = i + 1; k < end && k < s->last; k++)
    {
      const struct gomp_item *item = &s->c->items[k];
      if (item->mapping == NULL || (item->flags & GOMP_ITEM_NEW) == 0
          || (item->flags & GOMP_ITEM_APART))
        continue;
      if (span.end == 0 || item->host < span.start)
        {
          span.start = item->host;
          span.offset = item->offset;
        }
      if (item->host + item->length > span.end)
        span.end = item->host + item->length;
    }
  return span;
}

/* What entry K maps that may have references to what is at TARGET.  */
static struct span
find_span (const struct gomp_setup *s, size_t k, uintptr_t target)
{
  const struct gomp_item *item = &s->c->items[k];
  struct span span = { .start = 0 };
  if (may_refer (s, k, target))
    span = (struct span){ item->host, item->host + item->length, item->offset };
  else if (gomp_clause_get (s->list, k).operation == GOMP_CLAUSE_STRUCT)
    span = find_members (s, k);
  if (span.end - span.start > LARGEST
      || target - span.start < span.end - span.start)
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

void
gomp_setup_take_references (struct gomp_setup *s)
{
  for (size_t i = s->first; i < s->last; i++)
    {
      struct gomp_clause clause = gomp_clause_get (s->list, i);
      struct gomp_item *item = &s->c->items[i];
      bool mapped;
      if (clause.operation != GOMP_CLAUSE_ATTACH || clause.host == 0
          || !is_by_itself (s, clause.host, &mapped)
          || !is_referred_to (s, clause.host))
        continue;
      item->flags |= GOMP_ITEM_REFERRED;
      if (mapped)
        continue;
      gomp_setup_lay_out (s, item, sizeof (void *), clause.align_log);
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
      gomp_mutex_lock (&device->attaching);
      struct gomp_mapping_extra *extra = gomp_mapping_extra (mapping);
      added = extra != NULL
              && gomp_attachments_add (&extra->attachments, host) != 0;
      if (added)
        gomp_mapping_mark (mapping, GOMP_READY_ATTACHED);
      gomp_mutex_unlock (&device->attaching);
      gomp_map_drop (&device->map, mapping);
    }
  else if (gomp_observe_offload ())
    gomp_observe_memory (GOMP_EVENT_WRITTEN, device, host,
                         s->block->address + offset, sizeof (value));
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
