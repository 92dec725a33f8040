/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finds copies that are not ordered with a kernel, by vector clocks (Mattern,
   "Virtual time and global states of distributed systems", 1989).

   Each operation records how many operations of each stream come before it: by
   its stream's order, by events, by the null stream, or because the host had
   waited for them when it was submitted.  The accesses of an operation are
   kept until the host has waited for it and all pending operations come after
   it.  Of two operations that access the same bytes, the one that is executed
   later finds the other.

   The result does not depend on when an operation runs, only on what the
   host's threads submit, wait for and query, and in which order.  So an error
   of one thread alone is found always or never.  Functions that streams call
   count as threads here.  A stream that waits for a value comes after
   everything that has begun when it gets the value.  So with these, runs may
   differ in the errors that they find, but never report an error that does not
   exist.

   Clocks have slots, which streams of all contexts share.  A slot that is
   reused goes on counting: the work of its former stream then also counts as
   before the new stream's operations, though part of it was not.  So slots are
   preferred whose former stream the host has waited for.  */

#include "driver/order.h"

#include "driver/driver.h"
#include "exec/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What an operation touched.  */
struct drv_access
{
  struct drv_access *next;
  unsigned slot;
  uint64_t number;
  unsigned stream; /* its index */
  struct drv_clock clock;
  bool is_kernel;
  bool talks;         /* it wrote what the host sees */
  uint64_t submitted; /* as its operation was */
  char name[128];
  size_t count;
  struct sim_range range[];
};

void
drv_clock_join (struct drv_clock *clock, const struct drv_clock *other)
{
  for (unsigned n = 0; n < DRV_CLOCKS; n++)
    if (clock->before[n] < other->before[n])
      clock->before[n] = other->before[n];
}

/* What the host has seen the end of.  */
static struct drv_clock seen;

static struct
{
  bool is_taken;
  uint64_t last; /* number of the last operation of the stream that had it */
} slots[DRV_CLOCKS];

/* How well a new stream would do with slot N.  */
static unsigned
fitness (unsigned n)
{
  return slots[n].is_taken                ? 0
         : slots[n].last > seen.before[n] ? 1
         : slots[n].last                  ? 2
                                          : 3;
}

void
drv_order_enter (struct drv_stream *s)
{
  unsigned best = 0;
  for (unsigned n = 1; n < DRV_CLOCKS; n++)
    if (fitness (n) > fitness (best))
      best = n;
  s->slot = DRV_CLOCKS;
  if (slots[best].is_taken)
    return;
  s->slot = best;
  slots[best].is_taken = true;
  s->submitted = s->completed = slots[best].last;
}

void
drv_order_leave (struct drv_stream *s)
{
  if (s->slot == DRV_CLOCKS)
    return;
  slots[s->slot].is_taken = false;
  slots[s->slot].last = s->completed;
}

void
drv_order_after_seen (struct drv_stream *s)
{
  drv_clock_join (&s->clock, &seen);
}

static bool
is_anything_pending (const struct drv_context *c)
{
  for (const struct drv_stream *s = c->streams; s; s = s->next)
    if (s->completed != s->submitted)
      return true;
  return false;
}

/* Forget what is before UNTIL; NULL: all.  */
static void
forget (struct drv_context *c, const struct drv_clock *until)
{
  for (struct drv_access **link = &c->accesses; *link;)
    {
      struct drv_access *a = *link;
      if (!until || until->before[a->slot] >= a->number)
        {
          *link = a->next;
          free (a);
          c->access_count--;
        }
      else
        link = &a->next;
    }
  c->access_limit = 2 * c->access_count + 64;
}

void
drv_order_forget (struct drv_context *c)
{
  forget (c, NULL);
}

/* What is before everything that C will still do.  */
static struct drv_clock
before_all (const struct drv_context *c)
{
  struct drv_clock least = seen;
  for (const struct drv_stream *s = c->streams; s; s = s->next)
    for (const struct drv_operation *o = s->first; o; o = o->next)
      for (unsigned n = 0; n < DRV_CLOCKS; n++)
        if (least.before[n] > o->clock.before[n])
          least.before[n] = o->clock.before[n];
  return least;
}

void
drv_order_seen (struct drv_context *c, const struct drv_clock *clock)
{
  drv_clock_join (&seen, clock);
  if (!c->accesses)
    return;
  if (!is_anything_pending (c))
    forget (c, &seen);
  else if (c->access_count > c->access_limit)
    {
      struct drv_clock least = before_all (c);
      forget (c, &least);
    }
}

/* What is submitted already and behind O is behind what is seen, too.  */
void
drv_order_returned (const struct drv_operation *o)
{
  unsigned slot = o->stream->slot;
  for (const struct drv_stream *s = o->stream->context->streams; s; s = s->next)
    for (struct drv_operation *p = s->first; p; p = p->next)
      if (slot == DRV_CLOCKS || p->clock.before[slot] >= o->number)
        drv_clock_join (&p->clock, &seen);
}

void
drv_order_read_value (const struct drv_operation *o)
{
  for (const struct drv_stream *s = o->stream->context->streams; s; s = s->next)
    {
      uint64_t begun = s->completed + s->is_busy;
      if (s->slot < DRV_CLOCKS && seen.before[s->slot] < begun)
        seen.before[s->slot] = begun;
    }
  drv_order_returned (o);
}

bool
drv_order_is_checked (const struct drv_context *c)
{
  return c->next_stream > 1 && drv_settings.order;
}

/* What two accesses have in common: a range of the one, one of the other.  */
struct conflict
{
  const struct sim_range *one, *other;
};

/* Whether there are bytes that both touch and one writes, and the first.  */
static bool
find_conflict (const struct drv_access *a, const struct drv_access *b,
               struct conflict *found)
{
  for (size_t i = 0, k = 0; i < a->count && k < b->count;)
    {
      const struct sim_range *x = &a->range[i], *y = &b->range[k];
      if (x->start < y->end && y->start < x->end
          && (x->is_written || y->is_written))
        {
          *found = (struct conflict){ x, y };
          return true;
        }
      if (x->end <= y->end)
        i++;
      else
        k++;
    }
  return false;
}

static bool
are_ordered (const struct drv_access *a, const struct drv_access *b)
{
  return a->clock.before[b->slot] >= b->number
         || b->clock.before[a->slot] >= a->number;
}

/* May TALKER have asked the host to submit OTHER?  */
static bool
may_have_asked (const struct drv_access *talker, const struct drv_access *other)
{
  return talker->talks && other->submitted > talker->submitted;
}

static bool
are_compared (const struct drv_access *a, const struct drv_access *b)
{
  return !(a->is_kernel && b->is_kernel) && !are_ordered (a, b)
         && !may_have_asked (a, b) && !may_have_asked (b, a);
}

static const struct drv_access *
find_unordered (const struct drv_context *c, const struct drv_access *a,
                struct conflict *found)
{
  for (const struct drv_access *b = c->accesses; b; b = b->next)
    if (are_compared (a, b) && find_conflict (a, b, found))
      return b;
  return NULL;
}

static struct drv_access *
make_access (const struct drv_operation *o, const char *name, bool is_kernel,
             const struct sim_range *ranges, size_t count)
{
  struct drv_access *a = malloc (sizeof *a + count * sizeof *ranges);
  a->slot = o->stream->slot;
  a->stream = o->stream->index;
  a->number = o->number;
  a->clock = o->clock;
  a->is_kernel = is_kernel;
  a->talks = false;
  for (size_t n = 0; n < count && is_kernel; n++)
    a->talks |= ranges[n].is_written && mem_is_shared (ranges[n].start);
  a->submitted = o->submitted;
  a->count = count;
  snprintf (a->name, sizeof a->name, "%s", name);
  memcpy (a->range, ranges, count * sizeof *ranges);
  return a;
}

static void
report_race (const struct drv_access *a, const struct drv_access *b,
             const struct conflict *c)
{
  const struct sim_range *x = c->one, *y = c->other;
  char locations[2][600] = { "", "" };
  if (x->by.function)
    sim_describe_location (&x->by, locations[0], sizeof locations[0]);
  if (y->by.function)
    sim_describe_location (&y->by, locations[1], sizeof locations[1]);
  drv_report (
      "%s in stream %u and %s in stream %u both touch %#llx, and nothing "
      "orders them%s%s\n"
      "  hint: record an event behind the one and let the other wait for "
      "it, or use one stream",
      a->name, a->stream, b->name, b->stream,
      (unsigned long long)(x->start > y->start ? x->start : y->start),
      locations[0], locations[1]);
}

CUresult
drv_order_check (struct drv_operation *o, const char *name, bool is_kernel,
                 const struct sim_range *ranges, size_t count)
{
  struct drv_context *c = o->stream->context;
  struct conflict found;
  if (!o->is_checked)
    return CUDA_SUCCESS;
  struct drv_access *a = make_access (o, name, is_kernel, ranges, count);
  pthread_mutex_lock (&drv_lock);
  const struct drv_access *other = find_unordered (c, a, &found);
  if (other)
    report_race (a, other, &found);
  a->next = c->accesses;
  c->accesses = a;
  c->access_count++;
  pthread_mutex_unlock (&drv_lock);
  return other ? CUDA_ERROR_LAUNCH_FAILED : CUDA_SUCCESS;
}
