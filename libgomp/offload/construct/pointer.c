/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Pointers: their device copies are set to device addresses (OpenMP 5.1
   section 2.21.7.1, pointer attachment), and addresses are translated for the
   argument block and use_device clauses.

   Runs in the encountering thread, without the map's lock.  A pointer's target
   only needs storage.  The mapping that contains the pointer must be filled, or
   belong to this construct; otherwise the pointer waits until this construct
   has filled its own mappings (the LATER pass), so that constructs never wait
   in a circle.  */

#include <string.h>

#include "base/mem.h"
#include "offload/construct/attach_count.h"
#include "offload/construct/mapping_copy.h"
#include "offload/construct/setup.h"
#include "offload/device/explain.h"
#include "offload/device/requires.h"
#include "offload/observe.h"

/* ---- Translation.  */

/* Device address for the host pointer TARGET + BIAS, less BIAS; a pointer just
   past a mapping belongs to that mapping.  False if not mapped.  */
static bool
translate (struct gomp_device *device, uintptr_t target, size_t bias,
           uintptr_t *value)
{
  uintptr_t address = target + bias;
  struct gomp_mapping *mapping
      = gomp_map_hold_quick (&device->map, address, address + 1);
  if (mapping == NULL)
    mapping = gomp_map_hold (&device->map, address, address);
  if (mapping == NULL)
    return false;
  gomp_map_await (&device->map, mapping, GOMP_READY_ALLOCATED);
  *value = gomp_mapping_device (mapping, address) - bias;
  gomp_device_drop (device, mapping);
  return true;
}

static enum gomp_status
missing_pointee (struct gomp_setup *s, size_t i, const char *what,
                 uintptr_t target, size_t bias)
{
  gomp_error_set (GOMP_ERR_MAP, "%s", what);
  gomp_error_note ("the pointer at %p points to %p",
                   (void *)s->c->items[i].host, (void *)(target + bias));
  gomp_explain_nearest (s->c->device, target + bias);
  gomp_construct_blame (s->c, s->list, GOMP_ERR_MAP, i, s->c->items[i].host,
                        s->c->items[i].host + sizeof (void *));
  gomp_error_hint ("map what the pointer points to in the same or an enclosing "
                   "construct");
  return GOMP_ERR_MAP;
}

/* The device value of a pointer to HOST, which is not mapped.  */
static uintptr_t
unmapped_pointer (uintptr_t host)
{
  bool keeps = gomp_image_is_registered (GOMP_IMAGE_INTERFACE_KEEPS_POINTERS)
               || gomp_requires_lends ();
  return keeps ? host : 0;
}

static uintptr_t
struct_slot (struct gomp_setup *s, size_t i, const struct gomp_clause *clause)
{
  size_t k = i + 1;
  while (k <= i + clause->size && (s->c->items[k].flags & GOMP_ITEM_APART))
    k++;
  struct gomp_item *first = &s->c->items[k];
  if (k > i + clause->size || first->mapping == NULL)
    return 0;
  return gomp_mapping_device (first->mapping, first->host)
         - (first->host - clause->host);
}

/* The device address of the structure at HOST of which this construct maps
   members; 0 if there is none.  */
static uintptr_t
find_struct_slot (struct gomp_setup *s, uintptr_t host)
{
  for (size_t j = s->first; j < s->last; j++)
    if ((uintptr_t)s->list->hosts[j] == host)
      {
        struct gomp_clause clause = gomp_clause_get (s->list, j);
        if (clause.operation == GOMP_CLAUSE_STRUCT)
          return struct_slot (s, j, &clause);
      }
  return 0;
}

/* A section of length zero that was not mapped before: it may begin at a
   structure whose members this construct maps.  */
static uintptr_t
missing_slot (struct gomp_setup *s, const struct gomp_clause *clause)
{
  uintptr_t slot = find_struct_slot (s, clause->host);
  if (slot != 0)
    return slot;
  return clause->flags & GOMP_CLAUSE_OPTIONAL ? clause->host
                                              : unmapped_pointer (clause->host);
}

/* ---- Setting a pointer.  */

/* Device address of ADDRESS if the region's own copies contain it. gfortran
   passes a reference to a pointer or descriptor just after that; FAR: search
   all.  */
static bool
find_own (struct gomp_setup *s, size_t i, uintptr_t address, bool far,
          uintptr_t *value)
{
  for (size_t j = far ? s->last : i; j-- > s->first;)
    {
      const struct gomp_item *item = &s->c->items[j];
      bool own = (item->flags & GOMP_ITEM_OWN) != 0;
      if (own && address - item->host < item->length)
        {
          *value = s->block->address + item->offset + (address - item->host);
          return true;
        }
      if (!own && !far)
        return false;
    }
  return false;
}

/* Like translate, also into the region's own copies.  */
static bool
translate_all (struct gomp_setup *s, size_t i, uintptr_t target, size_t bias,
               uintptr_t *value)
{
  if (likely (!s->has_own) || !find_own (s, i, target + bias, false, value))
    {
      if (translate (s->c->device, target, bias, value))
        return true;
      if (!s->has_own || !find_own (s, i, target + bias, true, value))
        return false;
    }
  *value -= bias;
  return true;
}

/* *VALUE: the device value of the pointer of clause I, which points to TARGET.
   MISSING: the error if TARGET is not mapped.  */
static enum gomp_status
find_value (struct gomp_setup *s, size_t i, const struct gomp_clause *clause,
            uintptr_t target, const char *missing, uintptr_t *value)
{
  bool is_optional = (clause->flags & GOMP_CLAUSE_OPTIONAL) != 0;
  *value = 0;
  if (target == 0)
    return GOMP_OK;
  /* Before what it may lie just behind.  */
  if (is_optional)
    *value = find_struct_slot (s, target + clause->size);
  if (*value != 0)
    {
      *value -= clause->size;
      return GOMP_OK;
    }
  if (translate_all (s, i, target, clause->size, value))
    return GOMP_OK;
  if (!is_optional)
    return missing_pointee (s, i, missing, target, clause->size);
  *value = unmapped_pointer (target);
  return GOMP_OK;
}

static const char section_missing[]
    = "Pointer target of array section wasn't mapped";

/* The pointer of clause I, in MAPPING or in the region's own copy: its targets
   on the host and on the device.  */
static enum gomp_status
set_translated (struct gomp_setup *s, size_t i, struct gomp_mapping *mapping,
                const struct gomp_clause *clause)
{
  uintptr_t value;
  const struct gomp_item *item = &s->c->items[i];
  enum gomp_status status = find_value (
      s, i, clause, gomp_load_pointer (clause->host), section_missing, &value);
  if (status != GOMP_OK)
    return status;
  if (item->flags & GOMP_ITEM_OWN)
    return gomp_setup_put (s, item->offset, &value, sizeof (value));
  return gomp_attach_write (s, mapping, clause->host, value);
}

/* May this construct change MAPPING now?  */
static inline bool
is_open (struct gomp_setup *s, struct gomp_mapping *mapping)
{
  return gomp_setup_owns (s, mapping)
         || (gomp_mapping_marks (mapping) & GOMP_READY_FILLED);
}

/* Do it now, in the first pass, or in the later one?  */
static bool
is_due (struct gomp_setup *s, size_t i, struct gomp_mapping *mapping,
        bool later)
{
  struct gomp_item *item = &s->c->items[i];
  if (later)
    {
      gomp_map_await (&s->c->device->map, mapping, GOMP_READY_FILLED);
      return true;
    }
  if (is_open (s, mapping))
    return true;
  item->flags |= GOMP_ITEM_LATER;
  s->has_later = true;
  return false;
}

/* ---- Descriptors.  */

/* Was the target of CLAUSE's pointer mapped just before, by item I?  */
static bool
has_new_pointee (const struct gomp_setup *s, size_t i,
                 const struct gomp_clause *clause)
{
  const struct gomp_item *item = &s->c->items[i];
  return (item->flags & GOMP_ITEM_NEW)
         && item->host == gomp_load_pointer (clause->host) + clause->size;
}

/* Must the device copy of the descriptor in clause I, which already existed, be
   updated?  */
static bool
is_stale (const struct gomp_setup *s, size_t i, struct gomp_mapping *mapping,
          const struct gomp_clause *clause)
{
  if (clause->operation == GOMP_CLAUSE_ALWAYS_POINTER)
    return true;
  return gomp_load_pointer (clause->host) != 0
         && ((gomp_mapping_marks (mapping) & GOMP_READY_NULL)
             || (i > 0 && has_new_pointee (s, i - 1, clause)));
}

/* Turn BYTES, a copy of the descriptor in clause I, into the device's: the
   clauses up to END are its pointers.  */
static enum gomp_status
translate_inside (struct gomp_setup *s, size_t i,
                  const struct gomp_clause *descriptor, size_t end, char *bytes)
{
  enum gomp_status status = GOMP_OK;
  for (size_t k = i + 1; k < end && status == GOMP_OK; k++)
    {
      struct gomp_clause clause = gomp_clause_get (s->list, k);
      uintptr_t value;
      status = find_value (s, k, &clause, gomp_load_pointer (clause.host),
                           section_missing, &value);
      if (status == GOMP_OK)
        memcpy (bytes + (clause.host - descriptor->host), &value,
                sizeof (value));
    }
  return status;
}

/* An existing descriptor is replaced by one copy: regions of other threads may
   read it meanwhile.  */
static enum gomp_status
renew_descriptor (struct gomp_setup *s, size_t i, struct gomp_mapping *mapping,
                  const struct gomp_clause *descriptor, size_t end)
{
  char *bytes = gomp_alloc (descriptor->size);
  if (bytes == NULL)
    return GOMP_ERR_NOMEM;
  memcpy (bytes, (const void *)descriptor->host, descriptor->size);
  enum gomp_status status = translate_inside (s, i, descriptor, end, bytes);
  if (status == GOMP_OK)
    status = (unlikely (gomp_observe_offload ()) ? gomp_mapping_write_observed
                                                 : gomp_mapping_write) (
        s->c->device, mapping, descriptor->host, bytes, descriptor->size);
  gomp_free (bytes);
  return status;
}

/* Set the pointers of the descriptor in clause I, which are the clauses up to
   END.  */
static enum gomp_status
set_inside (struct gomp_setup *s, size_t i, struct gomp_mapping *mapping,
            size_t end)
{
  enum gomp_status status = GOMP_OK;
  for (size_t k = i + 1; k < end && status == GOMP_OK; k++)
    {
      struct gomp_clause clause = gomp_clause_get (s->list, k);
      status = set_translated (s, k, mapping, &clause);
    }
  return status;
}

/* The device copy of the descriptor in clause I; *NEXT: the clause after its
   pointers.  */
static enum gomp_status
set_descriptor (struct gomp_setup *s, size_t i,
                const struct gomp_clause *descriptor, bool later, size_t *next)
{
  struct gomp_mapping *mapping = s->c->items[i].mapping;
  struct gomp_clause clause;
  bool is_null = false, stale = false;
  size_t k = i + 1;
  for (; gomp_setup_is_inside (s, k, descriptor, &clause); k++)
    {
      is_null |= gomp_load_pointer (clause.host) == 0;
      stale |= mapping != NULL && is_stale (s, i, mapping, &clause);
    }
  *next = k;
  if (mapping == NULL || k == i + 1)
    return GOMP_OK;
  bool own = gomp_setup_owns (s, mapping);
  if (!own && (!stale || !is_due (s, i, mapping, later)))
    return GOMP_OK;
  if (is_null)
    gomp_mapping_mark (mapping, GOMP_READY_NULL);
  else if (!own)
    gomp_mapping_unmark (mapping, GOMP_READY_NULL);
  return own ? set_inside (s, i, mapping, k)
             : renew_descriptor (s, i, mapping, descriptor, k);
}

/* ---- Pointers that always follow the entry before.  */

/* The device address of entry I; for an entry about a pointer, the address of
   the pointer.  GCC 12 passes the reference to a pointer with a mapped section
   after the entry that attaches the pointer.  */
static uintptr_t
find_entry (struct gomp_setup *s, size_t i)
{
  struct gomp_clause clause = gomp_clause_get (s->list, i);
  uintptr_t value = 0;
  if (clause.operation == GOMP_CLAUSE_ALWAYS_POINTER)
    return s->c->items[i].offset;
  if (clause.operation != GOMP_CLAUSE_ATTACH)
    return gomp_setup_slot (s, i);
  return translate_all (s, i, clause.host, 0, &value) ? value : 0;
}

/* The new value of clause I's pointer, without its bias.  If GCC 12 passes the
   whole object that contains the pointer before it, that object is not the
   pointer's target.  */
static uintptr_t
find_pointee (struct gomp_setup *s, size_t i, const struct gomp_clause *clause)
{
  if (i == s->first)
    return 0;
  struct gomp_clause before = gomp_clause_get (s->list, i - 1);
  uintptr_t value = 0, target;
  if (before.operation != GOMP_CLAUSE_MAP
      || clause->host - before.host >= before.size)
    return find_entry (s, i - 1);
  target = gomp_load_pointer (clause->host);
  return translate_all (s, i, target, clause->size, &value)
             ? value + clause->size
             : 0;
}

/* The same of a pointer of the region's own.  */
static enum gomp_status
set_own_always (struct gomp_setup *s, size_t i,
                const struct gomp_clause *clause)
{
  struct gomp_item *item = &s->c->items[i];
  uintptr_t value = find_pointee (s, i, clause);
  size_t offset = item->offset;
  item->offset += s->block->address;
  if (value != 0)
    value -= clause->size;
  return gomp_setup_put (s, offset, &value, sizeof (value));
}

static enum gomp_status
set_always (struct gomp_setup *s, size_t i, const struct gomp_clause *clause,
            bool later)
{
  if (unlikely (s->c->items[i].flags & GOMP_ITEM_OWN))
    return set_own_always (s, i, clause);
  struct gomp_map *map = &s->c->device->map;
  struct gomp_mapping *mapping
      = gomp_map_hold (map, clause->host, clause->host + sizeof (void *));
  if (mapping == NULL)
    {
      gomp_error_set (GOMP_ERR_MAP, "always pointer not mapped");
      gomp_explain_nearest (s->c->device, clause->host);
      return gomp_construct_blame (s->c, s->list, GOMP_ERR_MAP, i, clause->host,
                                   clause->host + sizeof (void *));
    }
  gomp_map_await (map, mapping, GOMP_READY_ALLOCATED);
  enum gomp_status status = GOMP_OK;
  if (is_due (s, i, mapping, later))
    {
      uintptr_t value = find_pointee (s, i, clause);
      if (value != 0)
        value -= clause->size;
      /* The next such clause refers to this pointer's device copy.  */
      s->c->items[i].offset = gomp_mapping_device (mapping, clause->host);
      status = value == 0 ? gomp_attach_write (s, mapping, clause->host, 0)
                          : gomp_attach_count (s, i, mapping, clause, value,
                                               GOMP_ATTACH_ALWAYS);
    }
  if (s->c->items[i].attached == NULL)
    gomp_device_drop (s->c->device, mapping);
  return status;
}

/* ---- Attaching.  */

/* Is the pointer of clause I, whose target is not mapped, also the pointer of a
   later clause?  Then a section that begins later is mapped: this->x[1:2].  */
static bool
is_attached_later (const struct gomp_setup *s, size_t i)
{
  for (size_t k = i + 1; k < s->last; k++)
    if (s->list->hosts[k] == s->list->hosts[i]
        && gomp_clause_get (s->list, k).operation == GOMP_CLAUSE_ATTACH)
      return true;
  return false;
}

/* Did this construct make the mapping of TARGET's pointee?  */
static bool
is_new_pointee (struct gomp_setup *s, uintptr_t pointee)
{
  struct gomp_map *map = &s->c->device->map;
  struct gomp_mapping *mapping = gomp_map_hold (map, pointee, pointee);
  bool is_new = mapping != NULL && gomp_setup_owns (s, mapping);
  if (mapping != NULL)
    gomp_device_drop (s->c->device, mapping);
  return is_new;
}

static enum gomp_attach_when
when_attached (struct gomp_setup *s, struct gomp_mapping *mapping,
               const struct gomp_clause *clause, uintptr_t target)
{
  if (clause->flags & GOMP_CLAUSE_ALWAYS)
    return GOMP_ATTACH_OTHER;
  if ((clause->flags & GOMP_CLAUSE_NEW) == 0)
    return GOMP_ATTACH_FIRST;
  return gomp_setup_owns (s, mapping)
                 || is_new_pointee (s, target + clause->size)
             ? GOMP_ATTACH_OTHER
             : GOMP_ATTACH_NOT_NEW;
}

static enum gomp_status
attach_in (struct gomp_setup *s, size_t i, struct gomp_mapping *mapping,
           const struct gomp_clause *clause)
{
  uintptr_t target = gomp_load_pointer (clause->host), value;
  if (target == 0)
    return gomp_attach_write (s, mapping, clause->host, 0);
  enum gomp_status status = find_value (
      s, i, clause, target, "pointer target not mapped for attach", &value);
  if (status != GOMP_OK
      || ((clause->flags & GOMP_CLAUSE_OPTIONAL)
          && (value == 0 || value == target) && is_attached_later (s, i)))
    return status;
  return gomp_attach_count (s, i, mapping, clause, value,
                            when_attached (s, mapping, clause, target));
}

static enum gomp_status
attach (struct gomp_setup *s, size_t i, const struct gomp_clause *clause,
        bool later)
{
  struct gomp_map *map = &s->c->device->map;
  struct gomp_mapping *mapping
      = gomp_map_hold (map, clause->host, clause->host + sizeof (void *));
  /* OpenMP: a pointer that is not mapped is not attached.  */
  if (mapping == NULL)
    return GOMP_OK;
  gomp_map_await (map, mapping, GOMP_READY_ALLOCATED);
  enum gomp_status status = GOMP_OK;
  if (is_due (s, i, mapping, later))
    status = attach_in (s, i, mapping, clause);
  if (s->c->items[i].attached == NULL)
    gomp_device_drop (s->c->device, mapping);
  return status;
}

/* ---- Members of objects, and pointers in firstprivate objects.  */

/* Clause I is a part of an object; if this construct maps that, copy the part.
   Pointers inside are attached later.  */
static enum gomp_status
fill_member (struct gomp_setup *s, size_t i, const struct gomp_clause *clause)
{
  const struct gomp_item *item = &s->c->items[i];
  struct gomp_mapping *mapping = item->mapping;
  if (mapping == NULL || (item->flags & GOMP_ITEM_NEW)
      || (clause->flags & GOMP_CLAUSE_TO) == 0 || !gomp_setup_owns (s, mapping))
    return GOMP_OK;
  return gomp_setup_put (
      s, gomp_mapping_device (mapping, clause->host) - s->block->address,
      (const void *)clause->host, clause->size);
}

/* Let the pointer of clause I, in a firstprivate object, point to the device
   copy of what it points to, if there is one.  */
static enum gomp_status
set_capture (struct gomp_setup *s, const struct gomp_clause *clause)
{
  uintptr_t value;
  if (!s->with_arguments
      || !translate (s->c->device, gomp_load_pointer (clause->host),
                     clause->size, &value))
    return GOMP_OK;
  for (size_t j = s->first; j < s->last; j++)
    {
      struct gomp_clause whole = gomp_clause_get (s->list, j);
      uintptr_t inside = clause->host - whole.host;
      if (whole.operation == GOMP_CLAUSE_FIRSTPRIVATE && inside < whole.size)
        return gomp_setup_put (s, s->c->items[j].offset + inside, &value,
                               sizeof (value));
    }
  return GOMP_OK;
}

/* ---- All pointers of a construct.  */

/* The pointer of clause I has a mapping, or the region has its own copy.  */
static enum gomp_status
refer (struct gomp_setup *s, size_t i, const struct gomp_clause *clause)
{
  uintptr_t value = s->c->items[i].offset;
  if (s->c->items[i].flags & GOMP_ITEM_OWN)
    value += s->block->address;
  else if (!translate (s->c->device, clause->host, 0, &value))
    return GOMP_OK;
  return gomp_setup_refer (s, clause->host, value);
}

static inline enum gomp_status
attach_and_refer (struct gomp_setup *s, size_t i,
                  const struct gomp_clause *clause, bool later)
{
  uint32_t flags = s->c->items[i].flags;
  enum gomp_status status = flags & GOMP_ITEM_OWN
                                ? set_translated (s, i, NULL, clause)
                                : attach (s, i, clause, later);
  return status == GOMP_OK && unlikely (flags & GOMP_ITEM_REFERRED) && !later
             ? refer (s, i, clause)
             : status;
}

static enum gomp_status
set_clause (struct gomp_setup *s, size_t i, const struct gomp_clause *clause,
            bool later, size_t *next)
{
  struct gomp_mapping *mapping = s->c->items[i].mapping;
  *next = i + 1;
  switch (clause->operation)
    {
    case GOMP_CLAUSE_POINTER:
      if (s->c->items[i].flags & GOMP_ITEM_OWN)
        return set_translated (s, i, NULL, clause);
      return mapping != NULL && gomp_setup_owns (s, mapping)
                 ? set_translated (s, i, mapping, clause)
                 : GOMP_OK;
    case GOMP_CLAUSE_DESCRIPTOR:
      /* The pointers inside are set by their own clauses.  */
      if (s->c->items[i].flags & GOMP_ITEM_OWN)
        return GOMP_OK;
      return set_descriptor (s, i, clause, later, next);
    case GOMP_CLAUSE_ALWAYS_POINTER:
      return set_always (s, i, clause, later);
    case GOMP_CLAUSE_ATTACH:
      return attach_and_refer (s, i, clause, later);
    case GOMP_CLAUSE_MEMBER:
      return fill_member (s, i, clause);
    case GOMP_CLAUSE_CAPTURE:
      return set_capture (s, clause);
    default:
      return GOMP_OK;
    }
}

enum gomp_status
gomp_setup_pointers (struct gomp_setup *s, bool later)
{
  enum gomp_status status = GOMP_OK;
  size_t next;
  for (size_t i = s->first; i < s->last && status == GOMP_OK; i = next)
    {
      struct gomp_clause clause = gomp_clause_get (s->list, i);
      next = i + 1;
      if (clause.host == 0
          || (later && (s->c->items[i].flags & GOMP_ITEM_LATER) == 0))
        continue;
      status = set_clause (s, i, &clause, later, &next);
    }
  return status;
}

/* ---- Addresses for the program.  */

enum gomp_status
gomp_setup_use_device (struct gomp_setup *s, size_t i)
{
  struct gomp_clause clause = gomp_clause_get (s->list, i);
  uintptr_t value;
  if (clause.operation != GOMP_CLAUSE_USE_DEVICE || clause.host == 0)
    return GOMP_OK;
  if (translate (s->c->device, clause.host, 0, &value))
    {
      s->list->hosts[i] = (void *)value;
      return GOMP_OK;
    }
  if (clause.flags & GOMP_CLAUSE_OPTIONAL)
    return GOMP_OK;
  gomp_error_set (GOMP_ERR_MAP, "use_device_ptr pointer wasn't mapped: %p",
                  (void *)clause.host);
  gomp_explain_nearest (s->c->device, clause.host);
  return gomp_construct_blame (s->c, s->list, GOMP_ERR_MAP, i, clause.host,
                               clause.host);
}

uintptr_t
gomp_setup_slot (struct gomp_setup *s, size_t i)
{
  struct gomp_item *item = &s->c->items[i];
  if (likely (item->mapping != NULL))
    return gomp_mapping_device (item->mapping, item->host);
  struct gomp_clause clause = gomp_clause_get (s->list, i);
  switch (clause.operation)
    {
    case GOMP_CLAUSE_VALUE:
    case GOMP_CLAUSE_USE_DEVICE:
      return clause.host;
    case GOMP_CLAUSE_VALUE_AT:
      return clause.host == 0 ? 0 : gomp_load_pointer (clause.host);
    case GOMP_CLAUSE_FIRSTPRIVATE:
      return clause.host == 0 ? 0 : s->block->address + item->offset;
    case GOMP_CLAUSE_POINTER:
    case GOMP_CLAUSE_DESCRIPTOR:
      return item->flags & GOMP_ITEM_OWN ? s->block->address + item->offset : 0;
    case GOMP_CLAUSE_STRUCT:
      return struct_slot (s, i, &clause);
    case GOMP_CLAUSE_ZERO_LENGTH:
      if (unlikely (item->flags & GOMP_ITEM_SPAN))
        return s->block->address + item->offset;
      return clause.host == 0 ? 0 : missing_slot (s, &clause);
    default:
      return 0;
    }
}
