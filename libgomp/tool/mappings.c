/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The mappings: the variable of each, and whether a region used it.  For the
   summary: useless copies and mappings, by variable and construct.

   The mutex guards all.  Any thread, while something is to be recorded.  */

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "os/memory.h"
#include "sync/mutex.h"
#include "tool/internal.h"

#define BUCKETS 1024
#define WASTE_ROWS 1024

struct held
{
  struct held *next; /* in its bucket */
  const void *id;    /* of offload/ */
  bool used;
  bool sent;                    /* COPY was not read yet, for what is known */
  uint32_t uses;                /* of the device, when COPY began */
  struct gomp_tool_event event; /* that made it */
  struct gomp_tool_event copy;  /* the latest copy to the device */
};

static struct held_state
{
  struct gomp_mutex mutex;
  struct held *buckets[BUCKETS];
  size_t count;                  /* of WASTE */
  struct gomp_tool_waste *waste; /* WASTE_ROWS of them, or NULL: none yet */
} held_state;

static struct held **
find (const void *id)
{
  uint64_t hash = (uintptr_t)id * UINT64_C (0x9e3779b97f4a7c15);
  struct held **link = &held_state.buckets[(hash >> 32) % BUCKETS];
  while (*link != NULL && (*link)->id != id)
    link = &(*link)->next;
  return link;
}

/* ---- Waste.  */

static bool
is_same (const struct gomp_tool_event *a, const struct gomp_tool_event *b)
{
  return a->kind == b->kind && a->at == b->at && a->region == b->region
         && a->device == b->device && a->variable.at == b->variable.at
         && a->variable.clause == b->variable.clause
         && (a->variable.at != NULL || a->host == b->host);
}

static bool
has_rows (struct held_state *s)
{
  void *rows;
  if (s->waste == NULL
      && os_sparse_map (WASTE_ROWS * sizeof (struct gomp_tool_waste), &rows)
             == 0)
    s->waste = rows;
  return s->waste != NULL;
}

static void
waste (const struct gomp_tool_event *event, bool unread)
{
  struct held_state *s = &held_state;
  size_t i = 0;
  while (
      i < s->count
      && (s->waste[i].unread != unread || !is_same (&s->waste[i].event, event)))
    i++;
  if (i == WASTE_ROWS || !has_rows (s))
    return;
  if (i == s->count)
    s->waste[s->count++]
        = (struct gomp_tool_waste){ .event = *event, .unread = unread };
  s->waste[i].count++;
  s->waste[i].bytes += event->bytes;
  s->waste[i].ns += event->end - event->start;
}

void
gomp_tool_wasted (const struct gomp_tool_event *event)
{
  gomp_mutex_lock (&held_state.mutex);
  waste (event, false);
  gomp_mutex_unlock (&held_state.mutex);
}

static uint32_t
uses_of (const struct gomp_tool_device *device)
{
  return atomic_load (&device->uses);
}

void
gomp_tool_device_used (struct gomp_tool_device *device)
{
  atomic_fetch_add (&device->uses, 1);
}

/* What the latest copy has sent to the mapping is replaced, or ends with it. */
static void
end_copy (struct held *held)
{
  if (held->sent && uses_of (held->copy.device) == held->uses)
    waste (&held->copy, true);
  held->sent = false;
}

static void
note_copy (struct held *held, const struct gomp_tool_event *event)
{
  /* What is sent again is what the earlier copy has sent.  */
  if (event->kind == GOMP_TOOL_TO && event->again)
    return;
  bool covers
      = event->host <= held->copy.host
        && event->host + event->bytes >= held->copy.host + held->copy.bytes;
  if (held->sent && event->kind == GOMP_TOOL_TO && covers)
    end_copy (held);
  /* Another part beside the one that is known is too much to remember.  */
  held->sent = event->kind == GOMP_TOOL_TO && !held->sent;
  held->copy = *event;
  held->uses = uses_of (event->device);
}

void
gomp_tool_copied (const void *id, const struct gomp_tool_event *event)
{
  gomp_mutex_lock (&held_state.mutex);
  struct held *held = *find (id);
  if (held != NULL)
    note_copy (held, event);
  gomp_mutex_unlock (&held_state.mutex);
}

/* ---- Mappings.  */

void
gomp_tool_hold (const void *id, const struct gomp_tool_event *event, bool used)
{
  gomp_mutex_lock (&held_state.mutex);
  struct held **link = find (id);
  if (*link == NULL)
    *link = gomp_alloc_zeroed (sizeof (**link));
  if (*link != NULL)
    {
      (*link)->id = id;
      (*link)->used = used;
      (*link)->sent = false;
      (*link)->event = *event;
    }
  gomp_mutex_unlock (&held_state.mutex);
}

void
gomp_tool_use (const void *id)
{
  gomp_mutex_lock (&held_state.mutex);
  struct held *held = *find (id);
  if (held != NULL)
    held->used = true;
  gomp_mutex_unlock (&held_state.mutex);
}

struct gomp_tool_variable
gomp_tool_variable_of (const void *id)
{
  struct gomp_tool_variable variable = { .at = NULL };
  gomp_mutex_lock (&held_state.mutex);
  const struct held *held = *find (id);
  if (held != NULL)
    variable = held->event.variable;
  gomp_mutex_unlock (&held_state.mutex);
  return variable;
}

void
gomp_tool_release (const void *id)
{
  gomp_mutex_lock (&held_state.mutex);
  struct held **link = find (id);
  struct held *held = *link;
  if (held != NULL)
    {
      *link = held->next;
      if (!held->used)
        waste (&held->event, false);
      else
        end_copy (held);
    }
  gomp_mutex_unlock (&held_state.mutex);
  gomp_free (held);
}

/* ---- The end.  */

static int
compare (const void *a, const void *b)
{
  const struct gomp_tool_waste *x = a, *y = b;
  if (x->bytes != y->bytes)
    return x->bytes > y->bytes ? -1 : 1;
  return x->count > y->count ? -1 : x->count < y->count;
}

size_t
gomp_tool_waste (const struct gomp_tool_waste **rows)
{
  struct held_state *s = &held_state;
  *rows = NULL;
  /* Other threads may still run, so at exit do not wait for a lock.  */
  if (!gomp_mutex_trylock (&s->mutex))
    return 0;
  for (size_t i = 0; i < BUCKETS; i++)
    for (const struct held *held = s->buckets[i]; held != NULL;
         held = held->next)
      if (!held->used)
        waste (&held->event, false);
  if (s->count != 0)
    qsort (s->waste, s->count, sizeof (s->waste[0]), compare);
  *rows = s->waste;
  gomp_mutex_unlock (&s->mutex);
  return s->count;
}

/* A child has no mappings.  */
static void
forget_parent (struct held_state *s)
{
  for (size_t i = 0; i < BUCKETS; i++)
    while (s->buckets[i] != NULL)
      {
        struct held *held = s->buckets[i];
        s->buckets[i] = held->next;
        gomp_free (held);
      }
  s->count = 0;
}

void
gomp_mappings_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&held_state.mutex, when);
  if (when == GOMP_FORK_CHILD)
    forget_parent (&held_state);
}
