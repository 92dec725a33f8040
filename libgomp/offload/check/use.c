/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Races of two target regions in one copy on the device, for the mapping
   checker; see check.h.

   The device marks what a region does with each byte (plugin.h,
   check_log_give). When the region has ended, and before its construct unmaps
   anything, the marks of mapped memory are taken, by host address: two
   unordered regions that map the same memory happen to have one common copy of
   it or two successive ones, and the error is the same.  Of two unordered
   regions, the one whose marks are taken later looks for bytes that both
   accessed, at least one by writing, and not both by atomic operations. race.c
   decides which regions are unordered, by their waits, not by when they ran; so
   the result does not depend on that.

   If a region reads a value by an atomic operation that the other one writes by
   an atomic operation, it may wait for that value: these two are not compared.
   Memory without a mapping, as from omp_target_alloc, is not compared either,
   since the program may use it in any order.  Nor are pointers and descriptors
   that accompany data: they belong to the compiler.

   (A. Schmitz et al., "DataRaceOnAccelerator: a micro-benchmark suite for
   evaluating correctness tools targeting accelerators", 2019, has such
   races.)

   gomp_check_lock guards all.  */

#include "offload/check/check_internal.h"

#include <string.h>

#include "base/mem.h"

#define ATOMIC_MARKS                                                           \
  (GOMP_CHECK_MARK_ATOMIC_READ | GOMP_CHECK_MARK_ATOMIC_WRITE                  \
   | GOMP_CHECK_MARK_ATOMIC_GETS)

/* Marks of bytes of the host that are, or were, mapped.  */
struct piece
{
  uintptr_t host;
  size_t size;
  unsigned char *marks; /* of each byte; NULL: */
  unsigned char all;    /* those of all */
};

struct gomp_check_use
{
  struct gomp_device *device;
  unsigned number;      /* of its construct, as they were met */
  const char *location; /* of that, or NULL */
  unsigned log;         /* the plugin's, from the launch until it is taken; 0 */
  bool copies;          /* it is not a region, but a directive that copies */
  bool taken;           /* PIECES are complete */
  bool released;        /* the construct is over */
  struct gomp_check_use **others; /* without an order to it, not compared */
  size_t other_count, other_room;
  struct piece *pieces; /* rising by address, disjoint */
  size_t piece_count, piece_room;
};

/* ---- Which are to be compared.  */

struct gomp_check_use *
gomp_check_use_make (struct gomp_device *device, unsigned number,
                     const char *location)
{
  if (device->plugin->check_log_give == NULL)
    return NULL;
  struct gomp_check_use *u = gomp_check_alloc (sizeof (*u));
  u->device = device;
  u->number = number;
  u->location = location;
  return u;
}

static void
add_other (struct gomp_check_use *u, struct gomp_check_use *other)
{
  if (u->other_count == u->other_room)
    u->others
        = gomp_check_extend (u->others, &u->other_room, sizeof (*u->others));
  u->others[u->other_count++] = other;
}

void
gomp_check_use_pair (struct gomp_check_use *a, struct gomp_check_use *b)
{
  if (a == NULL || b == NULL || a->device != b->device)
    return;
  add_other (a, b);
  add_other (b, a);
}

static void
free_if_done (struct gomp_check_use *u)
{
  if (!u->released || u->other_count > 0)
    return;
  for (size_t i = 0; i < u->piece_count; i++)
    gomp_free (u->pieces[i].marks);
  gomp_free (u->pieces);
  gomp_free (u->others);
  gomp_free (u);
}

/* U and the I-th of its others need not be compared any more.  */
static void
part (struct gomp_check_use *u, size_t i)
{
  struct gomp_check_use *other = u->others[i];
  size_t k = 0;
  u->others[i] = u->others[--u->other_count];
  while (other->others[k] != u)
    k++;
  other->others[k] = other->others[--other->other_count];
  free_if_done (other);
}

void
gomp_check_use_release (struct gomp_check_use *u)
{
  if (u == NULL)
    return;
  while (!u->taken && u->other_count > 0)
    part (u, u->other_count - 1);
  u->released = true;
  free_if_done (u);
}

void
gomp_check_use_launch (struct gomp_check_use *u)
{
  if (u != NULL && u->log == 0 && !u->taken)
    u->log = u->device->plugin->check_log_give (u->device->ordinal);
}

/* ---- Two regions.  */

/* Bytes for which both have constant marks.  */
struct overlap
{
  uintptr_t host;
  size_t size;
  unsigned a, b; /* the marks */
};

/* Iterates over those of A and B; initially zero.  */
struct overlaps
{
  const struct gomp_check_use *a, *b;
  size_t i, j;    /* the pieces where we are */
  uintptr_t done; /* what lies below was seen */
};

static unsigned
marks_at (const struct piece *p, uintptr_t host)
{
  return p->marks == NULL ? p->all : p->marks[host - p->host];
}

static bool
next_overlap (struct overlaps *w, struct overlap *o)
{
  while (w->i < w->a->piece_count && w->j < w->b->piece_count)
    {
      const struct piece *p = &w->a->pieces[w->i], *q = &w->b->pieces[w->j];
      uintptr_t p_end = p->host + p->size, q_end = q->host + q->size;
      uintptr_t start = p->host > q->host ? p->host : q->host;
      uintptr_t end = p_end < q_end ? p_end : q_end;
      if (w->done > start)
        start = w->done;
      if (start < end)
        {
          bool whole = p->marks == NULL && q->marks == NULL;
          w->done = whole ? end : start + 1;
          *o = (struct overlap){ start, w->done - start, marks_at (p, start),
                                 marks_at (q, start) };
          return true;
        }
      w->i += p_end <= q_end;
      w->j += q_end <= p_end;
    }
  return false;
}

static inline bool
passes_value (unsigned a, unsigned b)
{
  return (a & GOMP_CHECK_MARK_ATOMIC_WRITE)
         && (b & GOMP_CHECK_MARK_ATOMIC_GETS);
}

/* Whether one may wait for the other.  */
static bool
may_wait (const struct gomp_check_use *a, const struct gomp_check_use *b)
{
  struct overlaps w = { .a = a, .b = b };
  struct overlap o;
  while (next_overlap (&w, &o))
    if (passes_value (o.a, o.b) || passes_value (o.b, o.a))
      return true;
  return false;
}

static inline bool
conflict (unsigned a, unsigned b)
{
  return ((a & GOMP_CHECK_MARK_WRITE) && b != 0)
         || ((b & GOMP_CHECK_MARK_WRITE) && a != 0)
         || ((a & GOMP_CHECK_MARK_ATOMIC_WRITE) && (b & ~ATOMIC_MARKS))
         || ((b & GOMP_CHECK_MARK_ATOMIC_WRITE) && (a & ~ATOMIC_MARKS));
}

/* O, which has a conflict, belongs to the conflict that M reports, or to the
   next.  */
static void
meet (struct gomp_check_meeting *m, struct gomp_device *device,
      const struct overlap *o)
{
  if (m->range != NULL && o->host >= m->range->end)
    {
      gomp_check_report_meeting (m);
      m->range = NULL;
    }
  if (m->range == NULL)
    {
      m->range = gomp_check_range_find_on (device, o->host, 1);
      m->start = o->host;
      m->first_marks = m->then_marks = 0;
    }
  m->end = o->host + o->size;
  m->first_marks |= o->a;
  m->then_marks |= o->b;
}

/* A was met before B.  */
static void
compare (const struct gomp_check_use *a, const struct gomp_check_use *b)
{
  struct gomp_check_meeting m = { .first_location = a->location,
                                  .then_location = b->location,
                                  .first_copies = a->copies,
                                  .then_copies = b->copies };
  struct overlaps w = { .a = a, .b = b };
  struct overlap o;
  if (may_wait (a, b))
    return;
  while (next_overlap (&w, &o))
    if (conflict (o.a, o.b))
      meet (&m, a->device, &o);
  if (m.range != NULL)
    gomp_check_report_meeting (&m);
}

/* ---- What a region did.  */

/* Insert P in order into those of U, or append it to the one that it
   continues.  */
static void
add_piece (struct gomp_check_use *u, const struct piece *p)
{
  struct piece *last
      = u->piece_count == 0 ? NULL : &u->pieces[u->piece_count - 1];
  if (last != NULL && p->marks == NULL && last->marks == NULL
      && last->all == p->all && last->host + last->size == p->host)
    {
      last->size += p->size;
      return;
    }
  if (u->piece_count == u->piece_room)
    u->pieces
        = gomp_check_extend (u->pieces, &u->piece_room, sizeof (*u->pieces));
  size_t i = u->piece_count++;
  for (; i > 0 && u->pieces[i - 1].host > p->host; i--)
    u->pieces[i] = u->pieces[i - 1];
  u->pieces[i] = *p;
}

/* U has all its pieces.  */
static void
complete (struct gomp_check_use *u)
{
  u->taken = true;
  for (size_t i = u->other_count; i-- > 0;)
    {
      const struct gomp_check_use *other = u->others[i];
      if (!other->taken)
        continue;
      if (other->number < u->number)
        compare (other, u);
      else
        compare (u, other);
      part (u, i);
    }
}

static void
take_bytes (struct gomp_check_use *u, uintptr_t host,
            const unsigned char *marks, size_t size)
{
  struct piece p = { .host = host, .size = size, .all = marks[0] };
  if (memcmp (marks, marks + 1, size - 1) != 0)
    {
      p.marks = gomp_alloc (size);
      if (p.marks == NULL)
        return;
      memcpy (p.marks, marks, size);
    }
  add_piece (u, &p);
}

static void
take_range (struct gomp_check_use *u, const struct gomp_check_range *r)
{
  const struct gomp_plugin *plugin = u->device->plugin;
  size_t size = r->end - r->host;
  for (size_t i = 0; i < size;)
    {
      size_t count = size - i;
      const void *at = (const void *)(r->copy + i);
      const unsigned char *marks
          = plugin->check_log_marks (u->device->ordinal, u->log, at, &count);
      if (marks != NULL)
        take_bytes (u, r->host + i, marks, count);
      i += count;
    }
}

void
gomp_check_use_take (struct gomp_check_use *u)
{
  if (u == NULL || u->taken)
    return;
  for (size_t i = 0; u->log != 0 && i < gomp_check_live.count; i++)
    if (gomp_check_live.ranges[i]->device == u->device
        && !gomp_check_live.ranges[i]->implied)
      take_range (u, gomp_check_live.ranges[i]);
  if (u->log != 0)
    u->device->plugin->check_log_clear (u->device->ordinal, u->log);
  u->log = 0;
  complete (u);
}

/* ---- What a directive copies.  */

void
gomp_check_use_copy (struct gomp_check_use *u, uintptr_t host, size_t size,
                     bool to_device)
{
  struct piece p
      = { .host = host,
          .size = size,
          .all = to_device ? GOMP_CHECK_MARK_WRITE : GOMP_CHECK_MARK_READ };
  if (u != NULL)
    add_piece (u, &p);
}

void
gomp_check_use_copied (struct gomp_check_use *u)
{
  if (u == NULL)
    return;
  u->copies = true;
  complete (u);
}
