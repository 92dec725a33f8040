/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The table of events; see observe.h.

   Owns the listeners of each row.  Any thread, no lock: a listener's function
   is stored before its bit is set in the row, and is removed after the bit was
   cleared.  A thread that saw the bit and no longer finds the function goes
   on.  */

#include "base/observe.h"

enum shape
{
  POINT_EVENT,
  BEGIN_EVENT,
  END_EVENT /* of the row before it */
};

static const struct
{
  enum gomp_event_group group;
  enum shape shape;
} table[] = {
#define POINT(group, name) { GOMP_EVENTS_##group, POINT_EVENT },
#define PAIR(group, name)                                                      \
  { GOMP_EVENTS_##group, BEGIN_EVENT }, { GOMP_EVENTS_##group, END_EVENT },
#include "base/events.def"
#undef POINT
#undef PAIR
};

/* The listeners: a bit each.  The bits for the end of a pair are END_BITS above
   those of its beginning, so one load shows the listeners of both.  */
#define END_BITS 16
_Static_assert(GOMP_LISTENERS <= END_BITS, "a bit for each listener");

static struct row
{
  atomic_uint slots;
  gomp_hear *_Atomic hear[GOMP_LISTENERS];
} rows[GOMP_EVENT_ROWS];

static struct gomp_listener *_Atomic listeners[GOMP_LISTENERS];

atomic_uint gomp_observed[GOMP_EVENT_GROUPS];

/* ---- Listeners.  */

bool
gomp_listener_join (struct gomp_listener *listener)
{
  for (int i = 0; i < GOMP_LISTENERS && listener->slot == 0; i++)
    {
      struct gomp_listener *none = NULL;
      listener->slot = i + 1;
      /* Release: pairs with the acquire in call.  */
      if (!atomic_compare_exchange_strong (&listeners[i], &none, listener))
        listener->slot = 0;
    }
  return listener->slot != 0;
}

static atomic_uint *
slots_of (size_t row)
{
  return &rows[table[row].shape == END_EVENT ? row - 1 : row].slots;
}

static unsigned
bit_of (size_t row, int slot)
{
  return 1u << (table[row].shape == END_EVENT ? slot + END_BITS : slot);
}

/* Does the listener in SLOT listen to any row of GROUP?  */
static bool
is_any (enum gomp_event_group group, int slot)
{
  for (size_t i = 0; i < GOMP_EVENT_ROWS; i++)
    if (table[i].group == group
        && (atomic_load (slots_of (i)) & bit_of (i, slot)) != 0)
      return true;
  return false;
}

void
gomp_listen (struct gomp_listener *listener, enum gomp_event_row row,
             gomp_hear *hear)
{
  enum gomp_event_group group = table[row].group;
  int slot = listener->slot - 1;
  if (hear != NULL)
    {
      /* Release, both: pair with the acquires in call and in slots_heard.  */
      atomic_store (&rows[row].hear[slot], hear);
      atomic_fetch_or (slots_of (row), bit_of (row, slot));
      atomic_fetch_or (&gomp_observed[group], 1u << slot);
      return;
    }
  atomic_fetch_and (slots_of (row), ~bit_of (row, slot));
  atomic_store (&rows[row].hear[slot], NULL);
  if (!is_any (group, slot))
    atomic_fetch_and (&gomp_observed[group], ~(1u << slot));
}

void
gomp_listen_to_all (struct gomp_listener *listener, gomp_hear *const *hear)
{
  for (int i = 0; i < GOMP_EVENT_ROWS; i++)
    if (hear[i] != NULL)
      gomp_listen (listener, (enum gomp_event_row)i, hear[i]);
}

void
gomp_listener_leave (struct gomp_listener *listener)
{
  /* Ends before their beginnings: see gomp_listen.  */
  for (int i = GOMP_EVENT_ROWS; i-- > 0 && listener->slot != 0;)
    gomp_listen (listener, (enum gomp_event_row)i, NULL);
}

/* ---- Events.  */

/* The listener in SLOT; false if it has just stopped.  */
static bool
call (const struct gomp_event *event, int slot)
{
  /* Acquire, both: pair with the stores in gomp_listen and
     gomp_listener_join.  */
  gomp_hear *hear = atomic_load_explicit (&rows[event->row].hear[slot],
                                          memory_order_acquire);
  if (hear != NULL)
    hear (atomic_load_explicit (&listeners[slot], memory_order_acquire), event);
  return hear != NULL;
}

static unsigned
slots_heard (size_t row)
{
  /* Acquire: pairs with the change in gomp_listen.  */
  return atomic_load_explicit (slots_of (row), memory_order_acquire);
}

/* A point, or the beginning of a pair.  A listener to ends only hears the end
   of each pair that begins from now on.  */
static void
begin (const struct gomp_event *event)
{
  unsigned slots = slots_heard (event->row);
  unsigned begun = (slots >> END_BITS) & ~slots;
  for (int i = 0; i < GOMP_LISTENERS; i++)
    if ((slots & 1u << i) != 0 && call (event, i))
      begun |= 1u << i;
  if (table[event->row].shape == BEGIN_EVENT && event->identity != NULL)
    event->identity->begun = begun;
}

/* The last to join first.  */
static void
end (const struct gomp_event *event)
{
  unsigned slots = slots_heard (event->row) >> END_BITS;
  if (event->identity != NULL)
    {
      slots &= event->identity->begun;
      event->identity->begun = 0;
    }
  for (int i = GOMP_LISTENERS; i-- > 0;)
    if (slots & 1u << i)
      call (event, i);
}

void
gomp_observe (const struct gomp_event *event)
{
  if (table[event->row].shape == END_EVENT)
    end (event);
  else
    begin (event);
}
