/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The states of mapped data, for the mapping checker; see check.h.

   Each mapped byte is in one of these states: the host's original has the
   latest value, or the device's copy, or both, or the byte was never written
   (L.  Yu et al., "ARBALEST", IPDPS 2021).  The device itself sets the states
   for its accesses.  When a region begins, changes of the host's original are
   found by comparing it with the earlier bytes; so writing the same value
   again does no harm.

   gomp_check_lock guards the lists.  Reports are printed while it is held,
   which keeps their lines together.  */

#include "offload/check/check_internal.h"

#include <string.h>

#include "base/diag.h"
#include "base/invariant.h"
#include "base/mem.h"
#include "os/pages.h"
#include "tool/tool.h"

struct gomp_mutex gomp_check_lock;
struct gomp_check_list gomp_check_live;
struct gomp_check_range *gomp_check_gone;
size_t gomp_check_stale;

/* Unmapped ranges are kept, but not for ever.  */
#define GONE_MAX 1024
static size_t gone_count;

/* ---- Memory.  */

/* MEMORY of SIZE bytes.  If there is none, the program ends, without the locks
   that its exit handlers will want.  */
static void *
expect (void *memory, size_t size)
{
  gomp_invariant (gomp_check_lock.word.value != 0,
                  "the checker allocates %zu bytes without its lock", size);
  if (likely (memory != NULL))
    return memory;
  gomp_check_race_unlock ();
  gomp_mutex_unlock (&gomp_check_lock);
  gomp_fatal ("Out of memory allocating %lu bytes", (unsigned long)size);
}

void *
gomp_check_alloc (size_t size)
{
  return expect (gomp_alloc_zeroed (size), size);
}

void *
gomp_check_extend (void *array, size_t *room, size_t size)
{
  size_t twice = *room == 0 ? 8 : 2 * *room;
  array = expect (gomp_realloc (array, twice * size), twice * size);
  *room = twice;
  return array;
}

/* ---- Live ranges.  */

size_t
gomp_check_range_find (int device, uintptr_t address)
{
  size_t low = 0, high = gomp_check_live.count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const struct gomp_check_range *r = gomp_check_live.ranges[middle];
      if (r->device->number < device
          || (r->device->number == device && r->end <= address))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

struct gomp_check_range *
gomp_check_range_next (struct gomp_check_walk *w)
{
  for (; w->device < gomp_device_known (); w->device++, w->begun = false)
    {
      w->i = w->begun ? w->i + 1 : gomp_check_range_find (w->device, w->start);
      w->begun = true;
      struct gomp_check_range *r
          = w->i < gomp_check_live.count ? gomp_check_live.ranges[w->i] : NULL;
      if (r != NULL && r->device->number == w->device
          && r->host < w->start + w->size)
        return r;
    }
  return NULL;
}

struct gomp_check_range *
gomp_check_range_find_on (struct gomp_device *device, uintptr_t host,
                          size_t size)
{
  size_t i = gomp_check_range_find (device->number, host);
  struct gomp_check_range *r
      = i < gomp_check_live.count ? gomp_check_live.ranges[i] : NULL;
  return r != NULL && r->device == device && host >= r->host
                 && host + size <= r->end
             ? r
             : NULL;
}

bool
gomp_check_range_look (const struct gomp_check_range *r, uintptr_t host,
                       size_t size, struct gomp_check_view *view)
{
  return gomp_check_states_look (r->device, r->copy + (host - r->host), size,
                                 view);
}

static void
insert (struct gomp_check_range *r)
{
  struct gomp_check_list *l = &gomp_check_live;
  if (l->count == l->room)
    l->ranges = gomp_check_extend (l->ranges, &l->room, sizeof (*l->ranges));
  size_t i = gomp_check_range_find (r->device->number, r->host);
  memmove (&l->ranges[i + 1], &l->ranges[i],
           (l->count - i) * sizeof (*l->ranges));
  l->ranges[i] = r;
  l->count++;
  gomp_check_host_watch (r->host, r->end, true);
}

static void
drop (struct gomp_check_range *r)
{
  gomp_check_host_watch (r->host, r->end, false);
  gomp_check_stale -= r->stale != NULL;
  gomp_free (r->known);
  gomp_free (r->old);
  gomp_free (r->stale);
  gomp_free (r);
}

/* Keep R, which is no longer live, for messages.  */
static void
bury (struct gomp_check_range *r)
{
  r->next = gomp_check_gone;
  gomp_check_gone = r;
  if (++gone_count < 2 * GONE_MAX)
    return;
  struct gomp_check_range *last = r;
  for (size_t i = 1; i < GONE_MAX; i++)
    last = last->next;
  struct gomp_check_range *old = last->next;
  last->next = NULL;
  gone_count = GONE_MAX;
  while (old != NULL)
    {
      struct gomp_check_range *next = old->next;
      drop (old);
      old = next;
    }
}

/* ---- New mappings.  */

const char *
gomp_check_range_type (const struct gomp_clause *clause, const char *directive)
{
  return gomp_words_type (gomp_words_of (directive),
                          clause->flags & GOMP_CLAUSE_TO,
                          clause->flags & GOMP_CLAUSE_FROM);
}

static struct gomp_check_range *
make_range (struct gomp_device *device, uintptr_t host, size_t size,
            uintptr_t copy, const char *type, const char *directive)
{
  struct gomp_check_range *r = gomp_check_alloc (sizeof (*r));
  r->device = device;
  r->host = host;
  r->end = host + size;
  r->copy = copy;
  /* An association may have addresses without memory.  */
  if (os_is_mapped ((const void *)host, size))
    r->known = gomp_alloc (size);
  r->type = type;
  r->directive = directive;
  r->location = gomp_check_host_construct ();
  r->maker = gomp_check_race_maker ();
  if (r->known != NULL)
    memcpy (r->known, (const void *)r->host, size);
  return r;
}

static void
add_item (const struct gomp_setup *s, size_t i)
{
  struct gomp_device *device = s->c->device;
  struct gomp_item *item = &s->c->items[i];
  struct gomp_clause clause = gomp_clause_get (s->list, i);
  if (item->flags & GOMP_ITEM_NEW)
    {
      struct gomp_mapping *mapping = item->mapping;
      size_t size = gomp_mapping_end (mapping) - gomp_mapping_start (mapping);
      if (size == 0)
        return;
      struct gomp_check_range *r = make_range (
          device, gomp_mapping_start (mapping), size, mapping->device,
          gomp_check_range_type (&clause, s->c->directive),
          gomp_construct_directive (s->c));
      gomp_check_host_clause_name (i, r->name);
      r->implied = clause.operation != GOMP_CLAUSE_MAP;
      insert (r);
      gomp_check_states_map (device, mapping->device, size);
    }
  else if (item->mapping == NULL && clause.host != 0
           && ((s->with_arguments
                && clause.operation == GOMP_CLAUSE_FIRSTPRIVATE)
               || (item->flags & GOMP_ITEM_OWN)))
    gomp_check_states_fill (device, s->block->address + item->offset,
                            item->length,
                            GOMP_CHECK_MAPPED | GOMP_CHECK_WRITTEN);
}

/* Members of a structure that are consecutive except for padding: regions may
   copy the structure whole.  */
#define PADDING_MAX 8

static void
add_padding (const struct gomp_setup *s, size_t i)
{
  const struct gomp_item *item = &s->c->items[i];
  if (i == s->first || (item->flags & item[-1].flags & GOMP_ITEM_NEW) == 0
      || (item->mapping->flags & GOMP_MAPPING_MEMBER) == 0)
    return;
  uintptr_t end = item[-1].mapping->device
                  + (gomp_mapping_end (item[-1].mapping)
                     - gomp_mapping_start (item[-1].mapping));
  if (item->mapping->device > end && item->mapping->device - end < PADDING_MAX)
    gomp_check_states_fill (s->c->device, end, item->mapping->device - end,
                            GOMP_CHECK_MAPPED | GOMP_CHECK_WRITTEN);
}

/* The host's byte has changed to VALUE: the COPY, whose STATE is given, is out
   of date, unless it has the same value, or one of its own.  Returns its new
   state.  */
static unsigned
changed_state (unsigned state, unsigned char copy, unsigned char value)
{
  if ((state & (GOMP_CHECK_WRITTEN | GOMP_CHECK_DEVICE)) != GOMP_CHECK_WRITTEN)
    return state;
  return copy == value ? state & ~(unsigned)GOMP_CHECK_HOST
                       : state | GOMP_CHECK_HOST;
}

/* Byte I of the copy of R, which is old now, has VALUE.  */
static void
record_old (struct gomp_check_range *r, size_t i, unsigned char value)
{
  if (r->old == NULL)
    r->old = gomp_alloc (r->end - r->host);
  if (r->old != NULL)
    r->old[i] = value;
}

void
gomp_check_range_record_host (struct gomp_check_range *r)
{
  size_t size = r->end - r->host;
  const unsigned char *host = (const unsigned char *)r->host;
  if (r->known == NULL || !os_is_mapped (host, size)
      || memcmp (r->known, host, size) == 0)
    return;
  if (!r->synced)
    {
      memcpy (r->known, host, size);
      return;
    }
  struct gomp_check_states_run run = { .device = r->device };
  struct gomp_check_view view;
  if (!gomp_check_range_look (r, r->host, size, &view))
    return;
  for (size_t i = 0; i < size; i++)
    if (r->known[i] != host[i])
      {
        r->known[i] = host[i];
        unsigned state = changed_state (view.states[i], view.bytes[i], host[i]);
        gomp_check_states_run_add (&run, r->copy + i, view.states[i], state);
        if (state & GOMP_CHECK_HOST)
          record_old (r, i, view.bytes[i]);
      }
  gomp_check_states_run_end (&run);
}

/* A region begins that uses mapping I, which already existed.  */
static void
look_at_present (const struct gomp_setup *s, size_t i)
{
  const struct gomp_item *item = &s->c->items[i];
  if (item->mapping == NULL || (item->flags & GOMP_ITEM_NEW))
    return;
  struct gomp_check_range *r = gomp_check_range_find_on (
      s->c->device, gomp_mapping_start (item->mapping),
      gomp_mapping_end (item->mapping) - gomp_mapping_start (item->mapping));
  if (r != NULL)
    gomp_check_range_record_host (r);
}

void
gomp_check_range_mapped (const struct gomp_setup *s)
{
  if (!gomp_check_states_exist (s->c->device))
    return;
  gomp_mutex_lock (&gomp_check_lock);
  if (s->with_arguments)
    gomp_check_states_fill (s->c->device, s->block->address,
                            s->list->count * sizeof (uintptr_t),
                            GOMP_CHECK_MAPPED | GOMP_CHECK_WRITTEN);
  for (size_t i = s->first; i < s->last; i++)
    if (s->c->fn != NULL && s->c->items[i].mapping != NULL
        && (s->c->items[i].flags & GOMP_ITEM_NEW) == 0)
      look_at_present (s, i);
    else
      {
        add_item (s, i);
        add_padding (s, i);
      }
  gomp_mutex_unlock (&gomp_check_lock);
}

/* ---- The end of mappings.  */

/* The number of bytes of R that the device wrote last and the host never
   got.  */
static void
record_lost (struct gomp_check_range *r)
{
  size_t size = r->end - r->host;
  const unsigned char *host = (const unsigned char *)r->host;
  struct gomp_check_view view;
  if (!os_is_mapped (host, size))
    return;
  bool seen = gomp_check_range_look (r, r->host, size, &view);
  for (size_t i = 0; seen && i < size; i++)
    {
      if (i % 4096 == 0)
        i += gomp_check_states_skip (view.states + i, size - i,
                                     GOMP_CHECK_DEVICE | GOMP_CHECK_DROPPED);
      if (i >= size
          || !gomp_check_is_lost (r, i, view.states[i], view.bytes[i]))
        continue;
      if (r->stale == NULL)
        {
          r->stale = gomp_alloc_zeroed (size);
          gomp_check_stale += r->stale != NULL;
        }
      if (r->stale != NULL)
        r->stale[i] = 1;
    }
  if (r->known != NULL)
    memcpy (r->known, host, size);
}

void
gomp_check_range_unmapped (struct gomp_device *device, uintptr_t start,
                           size_t size, uintptr_t devptr, const char *directive)
{
  if (!gomp_check_states_exist (device))
    return;
  gomp_mutex_lock (&gomp_check_lock);
  struct gomp_check_range *r = gomp_check_range_find_on (device, start, size);
  if (r != NULL)
    {
      struct gomp_check_list *l = &gomp_check_live;
      size_t i = gomp_check_range_find (device->number, start);
      while (l->ranges[i] != r)
        i++;
      l->count--;
      memmove (&l->ranges[i], &l->ranges[i + 1],
               (l->count - i) * sizeof (*l->ranges));
      r->gone_by = directive;
      r->gone_location = gomp_check_host_construct ();
      if (!r->permanent)
        record_lost (r);
      bury (r);
    }
  if (r == NULL || !r->permanent)
    gomp_check_states_fill (device, devptr, size, GOMP_CHECK_FREED);
  gomp_mutex_unlock (&gomp_check_lock);
}

/* ---- Memory of the program's own.  */

void
gomp_check_range_allocated (struct gomp_device *device, uintptr_t devptr,
                            size_t size)
{
  if (!gomp_check_states_exist (device))
    return;
  gomp_check_states_map (device, devptr, size);
}

/* A second time is no other one.  */
void
gomp_check_range_associated (struct gomp_device *device, uintptr_t start,
                             size_t size, uintptr_t devptr, const char *routine)
{
  if (!gomp_check_states_exist (device))
    return;
  gomp_mutex_lock (&gomp_check_lock);
  if (gomp_check_range_find_on (device, start, size) == NULL)
    {
      struct gomp_check_range *r
          = make_range (device, start, size, devptr, "", routine);
      r->permanent = true;
      insert (r);
    }
  gomp_mutex_unlock (&gomp_check_lock);
}

/* The contents of the host's R before the program changed it: the device's
   BYTES, except addresses, which differ.  */
static void
record_initial (struct gomp_check_range *r, const unsigned char *bytes)
{
  size_t size = r->end - r->host;
  if (r->known == NULL)
    return;
  memcpy (r->known, bytes, size);
  for (size_t i = -r->host % sizeof (uintptr_t); i + sizeof (uintptr_t) <= size;
       i += sizeof (uintptr_t))
    {
      uintptr_t value, copy;
      memcpy (&value, (const char *)r->host + i, sizeof (value));
      memcpy (&copy, bytes + i, sizeof (copy));
      if (value != copy && value >= 65536
          && os_is_mapped ((const void *)value, 1))
        memcpy (r->known + i, &value, sizeof (value));
    }
}

/* Both sides begin with the value of its initializer, which the host may have
   changed before the image was loaded.  */
void
gomp_check_range_variable (struct gomp_device *device, uintptr_t host,
                           size_t size, uintptr_t copy)
{
  struct gomp_check_view view;
  if (!gomp_check_states_exist (device))
    return;
  gomp_mutex_lock (&gomp_check_lock);
  if (gomp_check_range_find_on (device, host, size) == NULL
      && gomp_check_states_look (device, copy, size, &view))
    {
      struct gomp_check_range *r
          = make_range (device, host, size, copy, "",
                        gomp_tool_declaration ((const void *)host));
      r->location = NULL;
      r->permanent = r->variable = r->synced = true;
      record_initial (r, view.bytes);
      insert (r);
    }
  gomp_mutex_unlock (&gomp_check_lock);
}
