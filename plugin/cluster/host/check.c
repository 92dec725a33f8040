/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The mapping checker on devices of nodes.

   The node owns the states of device memory, which regions there change.  What
   libgomp changes goes there as a message without an answer.  What libgomp
   looks at is fetched with its states, page by page, and kept here: it is as
   it was until a region has ended or data was copied since, which `moves'
   counts.  A region that is still running may have done more meanwhile; libgomp
   sees that when it has ended.  So a look costs a round trip at most once after
   each region and copy, and a change none.

   The marks of a region's log are fetched when it has ended; its reports come
   before its end.  Without the checker none of these messages is sent.

   A device's checker.lock guards its areas and is held while a thread waits for
   the answer; the receiver does not take it.  The device's own lock guards
   reports and logs.  Order: kept.lock, checker.lock, the node's locks.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "remote.h"

/* The unit in which memory is fetched.  */
#define PAGE X86EMUL_PAGE_SIZE
/* Most reports of a device that are kept: x86emul's makes as many.  */
#define REPORTS_MAX 256u
/* In the size of an image's variable: declare target link, it is a pointer.  */
#define LINK ((uint64_t)1 << 63)

static _Thread_local unsigned given;

/* ---- Areas.  */

/* The index of the first area of D that ends after ADDRESS.  */
static size_t
find (const struct cluster_checker *c, uint64_t address)
{
  size_t low = 0, high = c->count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (c->area[middle].start + c->area[middle].size <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The area with all of [ADDRESS, ADDRESS + SIZE), or NULL.  */
static struct cluster_area *
area_of (struct cluster_checker *c, uint64_t address, uint64_t size)
{
  size_t i = find (c, address);
  struct cluster_area *a = i < c->count ? &c->area[i] : NULL;
  return a != NULL && address >= a->start
                 && size <= a->size - (address - a->start)
             ? a
             : NULL;
}

static void
free_area (struct cluster_area *a)
{
  free (a->states);
  free (a->seen);
}

static bool
make_room (struct cluster_checker *c)
{
  if (c->count < c->room)
    return true;
  size_t room = c->room == 0 ? 64 : 2 * c->room;
  struct cluster_area *area = realloc (c->area, room * sizeof (*area));
  if (area == NULL)
    return false;
  c->area = area;
  c->room = room;
  return true;
}

/* False: memory is exhausted, or there is one already.  */
static bool
add_area (struct cluster_checker *c, uint64_t start, uint64_t size)
{
  struct cluster_area a = { .start = start, .size = size };
  gomp_mutex_lock (&c->lock);
  size_t i = find (c, start);
  bool added = (i == c->count || c->area[i].start >= start + size)
               && size <= X86EMUL_ARENA_MAX && make_room (c);
  if (added)
    {
      a.states = calloc (2, size);
      a.seen = calloc (size / PAGE + 1, sizeof (*a.seen));
      added = a.states != NULL && a.seen != NULL;
    }
  if (added)
    {
      memmove (&c->area[i + 1], &c->area[i],
               (c->count - i) * sizeof (*c->area));
      c->area[i] = a;
      c->count++;
    }
  else
    free_area (&a);
  gomp_mutex_unlock (&c->lock);
  return added;
}

/* Drop the area that starts at START.  */
static void
drop_area (struct cluster_checker *c, uint64_t start)
{
  gomp_mutex_lock (&c->lock);
  size_t i = find (c, start);
  if (i < c->count && c->area[i].start == start)
    {
      free_area (&c->area[i]);
      c->count--;
      memmove (&c->area[i], &c->area[i + 1],
               (c->count - i) * sizeof (*c->area));
    }
  gomp_mutex_unlock (&c->lock);
}

/* ---- Changes.  */

static void
send_change (struct cluster_device *d, uint64_t start, uint64_t size,
             const struct gomp_check_change *change)
{
  const struct cluster_change c = { .backed = x86emul_arena_backed (d->arena),
                                    .start = start,
                                    .size = size,
                                    .cleared = change->cleared,
                                    .set = change->set,
                                    .poisons = change->poisons };
  cluster_post_later (d, CLUSTER_CHANGE, &c, sizeof (c));
}

/* The node and this side make the same change.  What was not looked at here
   yet, or has moved since, is fetched before anybody reads it.  */
void
cluster_check_change (struct cluster_device *d, uint64_t address, uint64_t size,
                      const struct gomp_check_change *change)
{
  struct cluster_checker *c = &d->checker;
  gomp_mutex_lock (&c->lock);
  struct cluster_area *a = area_of (c, address, size);
  if (a != NULL)
    {
      unsigned char *states = a->states + (address - a->start);
      send_change (d, address, size, change);
      gomp_check_change_states (change, states, size);
      if (change->poisons)
        gomp_check_write_poison (states + a->size, address, size);
    }
  gomp_mutex_unlock (&c->lock);
}

static void
fill (struct cluster_device *d, uint64_t offset, uint64_t size,
      unsigned char state)
{
  const struct gomp_check_change change = { .cleared = 0xff, .set = state };
  cluster_check_change (d, d->start + offset, size, &change);
}

/* ---- Memory.  */

static void
mark_freed (void *device, uint64_t offset, uint64_t size)
{
  fill (device, offset, size, GOMP_CHECK_FREED);
}

static void
drop_reused (void *device, uint64_t offset)
{
  struct cluster_device *d = device;
  drop_area (&d->checker, d->start + offset);
}

uint64_t
cluster_check_alloc (struct cluster_device *d, uint64_t size)
{
  uint64_t room;
  uint64_t offset = x86emul_kept_alloc (&d->checker.kept, size, &room);
  if (offset == X86EMUL_NO_OFFSET)
    return offset;
  if (!add_area (&d->checker, d->start + offset, room))
    {
      x86emul_arena_free (d->arena, offset);
      gomp_error_set (GOMP_ERR_NOMEM,
                      "out of memory for the states of %llu bytes",
                      (unsigned long long)size);
      return X86EMUL_NO_OFFSET;
    }
  fill (d, offset, room, 0);
  return offset;
}

bool
cluster_check_free (struct cluster_device *d, uint64_t offset)
{
  return x86emul_kept_free (&d->checker.kept, offset, d->size);
}

/* Two names may be of one variable.  */
void
cluster_check_loaded (struct cluster_device *d,
                      const struct cluster_range *range, size_t count,
                      bool checked)
{
  if (!d->checker.is_on)
    return;
  atomic_fetch_add (checked ? &d->checker.checked : &d->checker.plain, 1);
  for (size_t i = 0; i < count; i++)
    if (range[i].size != 0)
      add_area (&d->checker, range[i].start,
                range[i].size & LINK ? sizeof (uint64_t) : range[i].size);
}

void
cluster_check_unloaded (struct cluster_device *d,
                        const struct cluster_range *range, size_t count)
{
  for (size_t i = 0; i < count && d->checker.is_on; i++)
    drop_area (&d->checker, range[i].start);
}

/* ---- Looks.  */

/* Fetch SIZE bytes from ADDRESS on: the marks in LOG, or if that is 0, the
   states and then the bytes.  */
static bool
fetch (struct cluster_device *d, uint64_t address, uint64_t size, unsigned log,
       unsigned char *to, unsigned char *bytes)
{
  const struct cluster_look look = { .backed = x86emul_arena_backed (d->arena),
                                     .start = address,
                                     .size = size,
                                     .log = log };
  const struct cluster_bytes part = { &look, sizeof (look) };
  const struct gomp_device_piece piece[]
      = { { .device = address, .host = to, .size = size },
          { .device = address, .host = bytes, .size = size } };
  const struct cluster_call call = { .type = CLUSTER_LOOK,
                                     .node = d->node,
                                     .device = d,
                                     .part = &part,
                                     .count = 1,
                                     .piece = piece,
                                     .pieces = log != 0 ? 1 : 2 };
  struct cluster_request *r;
  /* The receiver would wait for itself.  */
  if (atomic_load (&d->condition) != CLUSTER_UP
      || cluster_lead_is_reading (d->node))
    return false;
  if (cluster_request (&call, &r) != GOMP_OK)
    {
      gomp_error_clear ();
      return false;
    }
  bool done = r->type == CLUSTER_DONE;
  cluster_request_drop (d->node, r);
  return done;
}

/* Fetch what has moved of the pages FIRST to LAST of A.  */
static bool
refresh (struct cluster_device *d, struct cluster_area *a, uint64_t first,
         uint64_t last)
{
  /* Before the message: what moves meanwhile counts as moved.  */
  uint64_t moves = atomic_load (&d->checker.moves);
  while (first <= last && a->seen[first] == moves)
    first++;
  while (last > first && a->seen[last] == moves)
    last--;
  if (first > last)
    return true;
  uint64_t start = first * PAGE;
  uint64_t end = (last + 1) * PAGE < a->size ? (last + 1) * PAGE : a->size;
  if (!fetch (d, a->start + start, end - start, 0, a->states + start,
              a->states + a->size + start))
    return false;
  for (; first <= last; first++)
    a->seen[first] = moves;
  return true;
}

bool
cluster_check_look (struct cluster_device *d, uint64_t address, uint64_t size,
                    struct gomp_check_view *view)
{
  struct cluster_checker *c = &d->checker;
  gomp_mutex_lock (&c->lock);
  struct cluster_area *a = area_of (c, address, size);
  uint64_t at = a != NULL ? address - a->start : 0;
  bool seen
      = a != NULL
        && (size == 0 || refresh (d, a, at / PAGE, (at + size - 1) / PAGE));
  if (seen)
    {
      view->states = a->states + at;
      view->bytes = view->states + a->size;
    }
  gomp_mutex_unlock (&c->lock);
  return seen;
}

/* ---- Logs.  */

unsigned
cluster_check_log_give (struct cluster_device *d)
{
  given = 0;
  gomp_mutex_lock (&d->lock);
  for (unsigned i = 0; i < CLUSTER_LOGS_MAX && given == 0; i++)
    if ((d->logs_given & UINT64_C (1) << i) == 0)
      {
        d->logs_given |= UINT64_C (1) << i;
        given = i + 1;
      }
  gomp_mutex_unlock (&d->lock);
  return given;
}

unsigned
cluster_check_log_next (void)
{
  unsigned log = given;
  given = 0;
  return log;
}

/* Have the marks in LOG of SIZE bytes from ADDRESS on.  With the lock.  */
static bool
fetch_marks (struct cluster_device *d, unsigned log, uint64_t address,
             uint64_t size)
{
  struct cluster_checker *c = &d->checker;
  if (c->marks_log == log && address >= c->marks_start
      && address - c->marks_start < c->marks_size)
    return true;
  free (c->marks);
  c->marks = area_of (c, address, size) != NULL ? malloc (size + 1) : NULL;
  bool fetched
      = c->marks != NULL && fetch (d, address, size, log, c->marks, NULL);
  c->marks_log = fetched ? log : 0;
  c->marks_start = address;
  c->marks_size = size;
  return fetched;
}

/* libgomp asks for all bytes of a mapping in turn: the first time, all are
   fetched.  */
const unsigned char *
cluster_check_log_marks (struct cluster_device *d, unsigned log,
                         uint64_t address, size_t *size)
{
  struct cluster_checker *c = &d->checker;
  const unsigned char *marks = NULL;
  gomp_mutex_lock (&c->lock);
  if (fetch_marks (d, log, address, *size))
    {
      uint64_t offset = address - c->marks_start;
      uint64_t rest = PAGE - address % PAGE;
      marks = c->marks + offset;
      if (rest > c->marks_size - offset)
        rest = c->marks_size - offset;
      if (*size > rest)
        *size = rest;
    }
  gomp_mutex_unlock (&c->lock);
  for (size_t i = 0; marks != NULL && i < *size; i++)
    if (marks[i] != 0)
      return marks;
  return NULL;
}

void
cluster_check_log_clear (struct cluster_device *d, unsigned log)
{
  const struct cluster_forget f = { .log = log };
  gomp_mutex_lock (&d->checker.lock);
  if (d->checker.marks_log == log)
    d->checker.marks_log = 0;
  gomp_mutex_unlock (&d->checker.lock);
  cluster_post_later (d, CLUSTER_FORGET, &f, sizeof (f));
  gomp_mutex_lock (&d->lock);
  d->logs_given &= ~(UINT64_C (1) << (log - 1));
  gomp_mutex_unlock (&d->lock);
}

/* ---- Reports.  */

static bool
is_report (const struct cluster_report *r)
{
  return r->kind != 0 && r->kind < GOMP_CHECK_KINDS && r->is_write <= 1
         && memchr (r->location, '\0', sizeof (r->location)) != NULL;
}

/* False: there are more than a device makes, or memory is exhausted.  */
static bool
add_report (struct cluster_device *d, const struct cluster_report *from)
{
  if (d->reports == REPORTS_MAX)
    return false;
  if (d->report == NULL)
    d->report = calloc (REPORTS_MAX, sizeof (*d->report));
  if (d->report == NULL)
    return false;
  struct gomp_check_report *r = &d->report[d->reports++];
  r->kind = from->kind;
  r->is_write = from->is_write;
  r->address = from->address;
  r->start = from->start;
  r->size = from->size;
  r->function = (const void *)(uintptr_t)from->function;
  memcpy (r->location, from->location, sizeof (r->location));
  return true;
}

int
cluster_check_take_reports (struct cluster_node *n,
                            const struct cluster_head *head)
{
  struct cluster_report r;
  if (head->device >= n->element->devices || head->size % sizeof (r) != 0
      || !cluster_settings.checks)
    return EPROTO;
  struct cluster_device *d = &cluster_devices[n->first + head->device];
  int e = 0;
  for (uint64_t i = 0; i < head->size / sizeof (r) && e == 0; i++)
    {
      e = cluster_line_take (&n->line, &r, sizeof (r));
      if (e != 0)
        break;
      gomp_mutex_lock (&d->lock);
      e = is_report (&r) && add_report (d, &r) ? 0 : EPROTO;
      gomp_mutex_unlock (&d->lock);
    }
  return e;
}

bool
cluster_check_take (struct cluster_device *d, struct gomp_check_report *report)
{
  gomp_mutex_lock (&d->lock);
  bool found = d->reports_taken < d->reports;
  if (found)
    *report = d->report[d->reports_taken++];
  gomp_mutex_unlock (&d->lock);
  return found;
}

/* ---- The start.  */

void
cluster_check_destroy (struct cluster_device *d)
{
  struct cluster_checker *c = &d->checker;
  for (size_t i = 0; i < c->count; i++)
    free_area (&c->area[i]);
  free (c->area);
  free (c->marks);
  free (d->report);
  x86emul_kept_destroy (&c->kept);
  c->area = NULL;
  c->marks = NULL;
  d->report = NULL;
  c->count = c->room = 0;
  c->marks_log = 0;
  d->reports = d->reports_taken = 0;
  d->logs_given = 0;
}

bool
cluster_check_start (struct cluster_device *d)
{
  struct cluster_checker *c = &d->checker;
  gomp_mutex_lock (&d->lock);
  cluster_check_destroy (d);
  gomp_mutex_unlock (&d->lock);
  c->kept.arena = d->arena;
  c->kept.freed = mark_freed;
  c->kept.reused = drop_reused;
  c->kept.data = d;
  atomic_store (&c->checked, 0);
  atomic_store (&c->plain, 0);
  atomic_store (&c->moves, 1);
  c->is_on = x86emul_kept_create (&c->kept);
  if (!c->is_on)
    gomp_error_set (GOMP_ERR_NOMEM, "out of memory for the mapping checker");
  return c->is_on;
}
