/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Bytes of the host that a copy brought from a device where they were never
   written, for the mapping checker; see check.h.

   Reading such a byte is an error ("use of uninitialized memory" in L.  Yu et
   al., "ARBALEST", IPDPS 2021); copying it, like padding, is not.  A write
   gives it a value.  Functions without calls of the checker may write, too.  So
   a byte counts only as long as it and its neighbours have the pattern of
   unwritten device memory (gomp_check_poison).

   Each host page with such bytes has an entry in a hash table. gomp_check_lock
   protects everything.  */

#include "offload/check/check_internal.h"

#include <string.h>

#include "base/mem.h"

#define PAGE ((uintptr_t)4096)
/* How far from a byte its neighbours are looked at.  */
#define AROUND 32
/* Fewer bytes may have the pattern by chance, if bytes beside them were written
   without a call of the checker.  */
#define RUN_MIN 8

struct unwritten_page
{
  struct unwritten_page *next; /* in its bucket */
  uintptr_t start;             /* address of the page */
  struct gomp_device *device;  /* the source of the latest copy */
  unsigned count;              /* unwritten bytes */
  bool is[PAGE];               /* for each byte: it is unwritten */
  unsigned char value[PAGE];   /* each byte's value after the copy */
};

static struct unwritten_page **buckets;
static size_t bucket_count; /* a power of two, or 0 */
static size_t page_count;

static struct unwritten_page **
bucket_of (uintptr_t start)
{
  return &buckets[(start / PAGE * UINT64_C (0x9e3779b97f4a7c15) >> 20)
                  & (bucket_count - 1)];
}

static struct unwritten_page *
find_page (uintptr_t address)
{
  uintptr_t start = address & -PAGE;
  struct unwritten_page *p = page_count == 0 ? NULL : *bucket_of (start);
  while (p != NULL && p->start != start)
    p = p->next;
  return p;
}

static void
add_page (struct unwritten_page *p)
{
  struct unwritten_page **bucket = bucket_of (p->start);
  p->next = *bucket;
  *bucket = p;
}

static void
grow (void)
{
  struct unwritten_page **old = buckets;
  size_t count = bucket_count;
  size_t twice = count == 0 ? 64 : 2 * count;
  buckets = gomp_check_alloc (twice * sizeof (*buckets));
  bucket_count = twice;
  for (size_t i = 0; i < count; i++)
    for (struct unwritten_page *p = old[i], *next; p != NULL; p = next)
      {
        next = p->next;
        add_page (p);
      }
  gomp_free (old);
}

static struct unwritten_page *
get_page (uintptr_t address)
{
  struct unwritten_page *p = find_page (address);
  if (p != NULL)
    return p;
  if (page_count == bucket_count)
    grow ();
  p = gomp_check_alloc (sizeof (*p));
  p->start = address & -PAGE;
  add_page (p);
  page_count++;
  gomp_check_host_watch (p->start, p->start + PAGE, true);
  return p;
}

static void
drop_page (struct unwritten_page *p)
{
  struct unwritten_page **link = bucket_of (p->start);
  while (*link != p)
    link = &(*link)->next;
  *link = p->next;
  page_count--;
  gomp_check_host_watch (p->start, p->start + PAGE, false);
  gomp_free (p);
}

/* One past the last byte of [START, END) on the page of START.  */
static uintptr_t
end_on_page (uintptr_t start, uintptr_t end)
{
  uintptr_t next = (start & -PAGE) + PAGE;
  return end < next ? end : next;
}

/* ---- Bytes.  */

static bool
is_unwritten (uintptr_t address)
{
  const struct unwritten_page *p = find_page (address);
  return p != NULL && p->is[address % PAGE];
}

static void
set (struct gomp_device *device, uintptr_t start, uintptr_t end)
{
  while (start < end)
    {
      struct unwritten_page *p = get_page (start);
      uintptr_t stop = end_on_page (start, end);
      p->device = device;
      for (; start < stop; start++)
        {
          p->count += !p->is[start % PAGE];
          p->is[start % PAGE] = true;
          p->value[start % PAGE] = *(const unsigned char *)start;
        }
    }
}

void
gomp_check_unwritten_clear (uintptr_t start, size_t size)
{
  uintptr_t end = start + size;
  while (page_count > 0 && start < end)
    {
      struct unwritten_page *p = find_page (start);
      uintptr_t stop = end_on_page (start, end);
      for (; p != NULL && start < stop; start++)
        {
          p->count -= p->is[start % PAGE];
          p->is[start % PAGE] = false;
        }
      if (p != NULL && p->count == 0)
        drop_page (p);
      start = stop;
    }
}

/* ---- Copies from a device.  */

/* The index of the first byte of STATES that is written or not, as WRITTEN
   says; or SIZE.  */
static size_t
skip (const unsigned char *states, size_t size, bool written)
{
  const uint64_t each = UINT64_C (0x0101010101010101) * GOMP_CHECK_WRITTEN;
  uint64_t word;
  size_t i = 0;
  for (; i + sizeof (word) <= size; i += sizeof (word))
    {
      memcpy (&word, states + i, sizeof (word));
      if ((word & each) != (written ? 0 : each))
        break;
    }
  while (i < size && ((states[i] & GOMP_CHECK_WRITTEN) != 0) != written)
    i++;
  return i;
}

/* How many of the SIZE bytes at HOST, from the first on, are unwritten bytes of
   DEVPTR.  */
static size_t
poison_length (uintptr_t devptr, uintptr_t host, size_t size)
{
  size_t i = 0;
  while (i < size
         && ((const unsigned char *)host)[i] == gomp_check_poison (devptr + i))
    i++;
  return i;
}

/* No region has reported writing the copied bytes.  */
static bool
record_run (struct gomp_device *device, uintptr_t devptr, uintptr_t host,
            size_t size)
{
  bool any = false;
  size_t length = poison_length (devptr, host, size);
  bool all = length == size && gomp_check_device_sees (device);
  for (size_t i = 0; i < size; i += length + 1)
    {
      length = poison_length (devptr + i, host + i, size - i);
      if (length == 0 || (length < RUN_MIN && !all))
        continue;
      set (device, host + i, host + i + length);
      any = true;
    }
  return any;
}

bool
gomp_check_unwritten_record (struct gomp_device *device, uintptr_t devptr,
                             uintptr_t host, size_t size)
{
  struct gomp_check_view view;
  bool any = false;
  if (!gomp_check_states_look (device, devptr, size, &view))
    return false;
  for (size_t i = 0, length; i < size; i += length)
    {
      i += skip (view.states + i, size - i, false);
      length = skip (view.states + i, size - i, true);
      any |= record_run (device, devptr + i, host + i, length);
    }
  return any;
}

/* ---- What the host does.  */

void
gomp_check_unwritten_copy (uintptr_t to, uintptr_t from, size_t size)
{
  if (page_count == 0 || (to < from + size && from < to + size))
    return;
  for (uintptr_t at = from, stop; at < from + size; at = stop)
    {
      struct unwritten_page *p = find_page (at);
      stop = end_on_page (at, from + size);
      for (uintptr_t i = at; p != NULL && i < stop; i++)
        if (p->is[i % PAGE] && p->value[i % PAGE] == *(const unsigned char *)i)
          {
            struct unwritten_page *q = get_page (to + (i - from));
            uintptr_t k = (to + (i - from)) % PAGE;
            q->device = p->device;
            q->count += !q->is[k];
            q->is[k] = true;
            q->value[k] = p->value[i % PAGE];
          }
    }
}

/* Whether ADDRESS is on the pages of [START, START + SIZE).  */
static bool
is_near (uintptr_t address, uintptr_t start, size_t size)
{
  return address / PAGE >= start / PAGE
         && address / PAGE <= (start + size - 1) / PAGE;
}

/* Whether the byte there still has the copied value.  */
static bool
is_as_it_came (uintptr_t address)
{
  const struct unwritten_page *p = find_page (address);
  return p->value[address % PAGE] == *(const unsigned char *)address;
}

struct gomp_device *
gomp_check_unwritten_at (uintptr_t start, size_t size)
{
  uintptr_t first = start, end = start + size;
  for (size_t i = 0; i < size; i++)
    if (!is_unwritten (start + i))
      return NULL;
  while (start - first < AROUND && is_near (first - 1, start, size)
         && is_unwritten (first - 1))
    first--;
  while (end - (start + size) < AROUND && is_near (end, start, size)
         && is_unwritten (end))
    end++;
  for (uintptr_t i = first; i < end; i++)
    if (!is_as_it_came (i))
      {
        gomp_check_unwritten_clear (first, end - first);
        return NULL;
      }
  return find_page (start)->device;
}
