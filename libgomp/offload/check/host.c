/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host's accesses to variables that are or were mapped, for the mapping
   checker; see check.h.

   Host code that was compiled with -DOFFLOAD_EMUL_CHECK calls it.  Most
   accesses are to pages without such variables; a table of counts, one for each
   page, shows this without a lock.  For all others gomp_check_lock protects the
   data.  Any thread.  */

#include "offload/check/check_internal.h"

#include <stdio.h>
#include <string.h>

#include "base/descriptor.h"
#include "base/mem.h"
#include "check_location.h"

#define PAGE_BITS 12
#define LEAF_BITS 18
#define TOP_BITS (47 - LEAF_BITS - PAGE_BITS)
#define LEAF_SIZE ((size_t)1 << LEAF_BITS)

/* The number of ranges with bytes on a page; 255 means that many or more, for
   ever.  The leaves, and their table, which is allocated with the first leaf,
   are never freed.  */
typedef _Atomic (_Atomic unsigned char *) leaf_pointer;
static leaf_pointer *_Atomic pages;

/* ---- Where.  */

/* The location of the thread's last call of a function of a system header, or
   NULL.  */
static _Thread_local const char *user_location;

void
gomp_check_host_enter (const char *location)
{
  user_location = location;
}

const char *
gomp_check_host_construct (void)
{
  return gomp_tool_source (gomp_observe_here ());
}

void
gomp_check_host_clause_name (size_t i, char *name)
{
  const char *found = gomp_tool_clause_name (gomp_observe_here (), i);
  snprintf (name, GOMP_CHECK_NAME_MAX, "%s", found);
}

/* ---- Pages.  */

static _Atomic unsigned char *
count_of (uintptr_t address, bool make)
{
  uintptr_t page = address >> PAGE_BITS;
  if ((uint64_t)page >> (LEAF_BITS + TOP_BITS) != 0)
    return NULL;
  leaf_pointer *top = atomic_load_explicit (&pages, memory_order_acquire);
  /* Allocated under gomp_check_lock.  Release: pairs with the acquire of each
     reader.  */
  if (top == NULL && make)
    {
      top = gomp_check_alloc (sizeof (leaf_pointer) << TOP_BITS);
      atomic_store_explicit (&pages, top, memory_order_release);
    }
  if (top == NULL)
    return NULL;
  _Atomic unsigned char *leaf
      = atomic_load_explicit (&top[page >> LEAF_BITS], memory_order_acquire);
  if (leaf == NULL && make)
    {
      leaf = gomp_check_alloc (LEAF_SIZE);
      atomic_store_explicit (&top[page >> LEAF_BITS], leaf,
                             memory_order_release);
    }
  return leaf == NULL ? NULL : &leaf[page & (LEAF_SIZE - 1)];
}

void
gomp_check_host_watch (uintptr_t start, uintptr_t end, bool on)
{
  if (start >= end)
    return;
  for (uintptr_t page = start >> PAGE_BITS; page <= (end - 1) >> PAGE_BITS;
       page++)
    {
      _Atomic unsigned char *count = count_of (page << PAGE_BITS, on);
      /* Changed with the lock only.  */
      if (count != NULL && *count != 255)
        *count = (unsigned char)(on ? *count + 1 : *count - 1);
    }
}

static inline bool
is_watched (uintptr_t start, size_t size)
{
  const _Atomic unsigned char *first = count_of (start, false);
  if (first != NULL && atomic_load_explicit (first, memory_order_relaxed) != 0)
    return true;
  for (uintptr_t page = (start >> PAGE_BITS) + 1;
       page <= (start + size - 1) >> PAGE_BITS; page++)
    {
      const _Atomic unsigned char *count = count_of (page << PAGE_BITS, false);
      if (count != NULL
          && atomic_load_explicit (count, memory_order_relaxed) != 0)
        return true;
    }
  return false;
}

/* ---- Reads.  */

struct part
{
  uintptr_t start;
  size_t size; /* 0: none */
};

static struct part
overlap (const struct gomp_check_range *r, uintptr_t start, size_t size)
{
  uintptr_t from = start > r->host ? start : r->host;
  uintptr_t to = start + size < r->end ? start + size : r->end;
  return (struct part){ from, to > from ? to - from : 0 };
}

/* Whether a byte of P has its latest value on the device, while R is still
   mapped.  */
static bool
is_behind (const struct gomp_check_range *r, struct part p)
{
  struct gomp_check_view view;
  bool seen = gomp_check_range_look (r, p.start, p.size, &view);
  for (size_t i = 0; seen && i < p.size; i++)
    if (gomp_check_is_lost (r, p.start - r->host + i, view.states[i],
                            view.bytes[i]))
      return true;
  return false;
}

/* Whether a byte of P was lost when R was unmapped and has not changed
   since.  */
static bool
is_lost (struct gomp_check_range *r, struct part p)
{
  const unsigned char *host = (const unsigned char *)p.start;
  size_t offset = p.start - r->host;
  bool lost = false;
  for (size_t i = 0; i < p.size; i++)
    if (r->stale[offset + i] && r->known[offset + i] == host[i])
      lost = true;
    else
      r->stale[offset + i] = 0;
  return lost;
}

/* Whether it was reported that the bytes do not have their latest value.  */
static bool
say_if_lost (uintptr_t start, size_t size, const char *location)
{
  bool lost = false;
  struct gomp_check_walk w = { .start = start, .size = size };
  for (const struct gomp_check_range *r;
       (r = gomp_check_range_next (&w)) != NULL;)
    {
      struct part p = overlap (r, start, size);
      if (p.size != 0 && is_behind (r, p))
        {
          gomp_check_report_lost (r, p.start, location);
          return true;
        }
    }
  struct gomp_check_range *r = gomp_check_stale == 0 ? NULL : gomp_check_gone;
  for (; r != NULL; r = r->next)
    {
      struct part p = overlap (r, start, size);
      if (p.size == 0)
        continue;
      if (r->stale != NULL && r->known != NULL && is_lost (r, p))
        {
          gomp_check_report_lost (r, p.start, location);
          memset (r->stale + (p.start - r->host), 0, p.size);
          lost = true;
        }
    }
  return lost;
}

/* The mapping that brought the unwritten bytes there; NULL if not known.  */
static const struct gomp_check_range *
brought_by (uintptr_t address)
{
  struct gomp_check_walk w = { .start = address, .size = 1 };
  const struct gomp_check_range *r;
  while ((r = gomp_check_range_next (&w)) != NULL)
    if (r->unwritten)
      return r;
  for (r = gomp_check_gone; r != NULL; r = r->next)
    if (r->unwritten && address >= r->host && address < r->end)
      return r;
  return NULL;
}

/* Whether it was reported that the bytes have no value; once for each.  */
static bool
say_if_unwritten (uintptr_t start, size_t size, const char *location)
{
  struct gomp_device *device = gomp_check_unwritten_at (start, size);
  if (device == NULL)
    return false;
  gomp_check_report_unwritten (device, brought_by (start), start, location);
  gomp_check_unwritten_clear (start, size);
  return true;
}

/* FOR_VALUE: not to be copied only.  */
static inline void
look_at_read (uintptr_t start, size_t size, const char *location,
              bool for_value)
{
  if (size == 0 || likely (!is_watched (start, size)))
    return;
  location = offgomp_location_meant (location, user_location);
  gomp_mutex_lock (&gomp_check_lock);
  if (!gomp_check_race_host (start, size, GOMP_CHECK_RACE_READ, location)
      && !say_if_lost (start, size, location) && for_value)
    say_if_unwritten (start, size, location);
  gomp_mutex_unlock (&gomp_check_lock);
}

void
gomp_check_host_read (uintptr_t start, size_t size, const char *location)
{
  look_at_read (start, size, location, false);
}

void
gomp_check_host_use (uintptr_t start, size_t size, const char *location)
{
  look_at_read (start, size, location, true);
}

void
gomp_check_host_copy (uintptr_t to, uintptr_t from, size_t size,
                      const char *location)
{
  gomp_check_host_read (from, size, location);
  gomp_check_host_write (to, size, location);
  if (size == 0 || likely (!is_watched (from, size)))
    return;
  gomp_mutex_lock (&gomp_check_lock);
  gomp_check_unwritten_copy (to, from, size);
  gomp_mutex_unlock (&gomp_check_lock);
}

/* ---- Writes.  */

static void
clear_lost (uintptr_t start, size_t size)
{
  if (gomp_check_stale == 0)
    return;
  for (struct gomp_check_range *r = gomp_check_gone; r != NULL; r = r->next)
    {
      struct part p = overlap (r, start, size);
      if (p.size != 0 && r->stale != NULL)
        memset (r->stale + (p.start - r->host), 0, p.size);
    }
}

/* The host has the latest value of the bytes P of R, even if the device wrote
   one, unless the two sides never exchanged any: then each has its own.  If the
   range BY brought it, this holds only for bytes that the device has written
   there.  */
static void
supersede (struct gomp_check_range *r, struct part p,
           const struct gomp_check_range *by)
{
  struct gomp_check_states_run run = { .device = r->device };
  struct gomp_check_view view, brought;
  bool by_copy
      = by != NULL && gomp_check_range_look (by, p.start, p.size, &brought);
  if (!gomp_check_range_look (r, p.start, p.size, &view))
    return;
  for (size_t k = 0; k < p.size; k++)
    {
      if (by_copy && (brought.states[k] & GOMP_CHECK_DEVICE) == 0)
        continue;
      unsigned state = view.states[k] & ~(unsigned)GOMP_CHECK_DROPPED;
      r->fresh |= (state & GOMP_CHECK_DEVICE) != 0;
      if (r->synced)
        state &= ~(unsigned)GOMP_CHECK_DEVICE;
      else
        state |= GOMP_CHECK_OWN;
      gomp_check_states_run_add (&run, r->copy + (p.start - r->host) + k,
                                 view.states[k], state);
    }
  gomp_check_states_run_end (&run);
}

void
gomp_check_host_written (uintptr_t start, size_t size,
                         const struct gomp_check_range *by)
{
  clear_lost (start, size);
  gomp_check_unwritten_clear (start, size);
  struct gomp_check_walk w = { .start = start, .size = size };
  for (struct gomp_check_range *r; (r = gomp_check_range_next (&w)) != NULL;)
    {
      struct part p = overlap (r, start, size);
      if (p.size != 0 && r != by)
        supersede (r, p, by);
    }
}

void
gomp_check_host_write (uintptr_t start, size_t size, const char *location)
{
  if (size == 0 || likely (!is_watched (start, size)))
    return;
  location = offgomp_location_meant (location, user_location);
  gomp_mutex_lock (&gomp_check_lock);
  gomp_check_race_host (start, size, GOMP_CHECK_RACE_WRITE, location);
  gomp_check_host_written (start, size, NULL);
  gomp_mutex_unlock (&gomp_check_lock);
}

/* ---- Blocks, and the end of variables.  */

void
gomp_check_host_dead (uintptr_t start, size_t size, bool freed,
                      const char *location)
{
  if (size == 0 || likely (!is_watched (start, size)))
    return;
  location = offgomp_location_meant (location, user_location);
  gomp_mutex_lock (&gomp_check_lock);
  clear_lost (start, size);
  gomp_check_unwritten_clear (start, size);
  struct gomp_check_walk w = { .start = start, .size = size };
  bool raced
      = gomp_check_race_host (start, size, GOMP_CHECK_RACE_DEAD, location);
  for (struct gomp_check_range *r; (r = gomp_check_range_next (&w)) != NULL;)
    {
      if (overlap (r, start, size).size != 0 && !r->permanent && !r->implied)
        {
          if (!raced)
            gomp_check_report_leak (r, freed, location);
          /* Its memory must not be read any more.  */
          r->permanent = true;
          gomp_free (r->known);
          r->known = NULL;
        }
    }
  gomp_mutex_unlock (&gomp_check_lock);
}

void
gomp_check_host_made (uintptr_t start, size_t size, const char *location)
{
  gomp_check_block_made (start, size,
                         offgomp_location_meant (location, user_location));
}

/* ---- Fortran.  */

/* Types of elements up to this one are numbers.  */
#define LAST_NUMBER 4

void
gomp_check_host_read_array (const void *descriptor, const char *location)
{
  const struct gomp_descriptor *d = descriptor;
  uintptr_t start = (uintptr_t)d->base;
  size_t size;
  if (!gomp_descriptor_size (d, &size) || size == 0)
    return;
  gomp_check_host_read (start, size, location);
  if (d->type > LAST_NUMBER || !is_watched (start, size))
    return;
  gomp_mutex_lock (&gomp_check_lock);
  for (size_t i = 0; i < size; i += d->element_size)
    if (say_if_unwritten (start + i, d->element_size, location))
      break;
  gomp_mutex_unlock (&gomp_check_lock);
}
