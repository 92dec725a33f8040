/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The interface through which listeners hear what happens in the library.

   Terms.  A *row* of the table (events.def) is a kind of event.  A module
   *raises* an event of a row; *listeners* register for rows and are called.
   Neither knows the other.  The table is in the lowest layer, so that every
   module may raise events; it has only the names of rows.

   Cost.  Code that must be fast has two instances: an ordinary one, which
   raises nothing and reads no word of this header, and an observed one, which
   is chosen where a test is needed anyway (GOMP_CHOICE_OBSERVED in
   offload/device/device.h).  A module that stores such a choice makes it again
   when a listener joins late (gomp_device_observe).

   Guarantees.
   - An event is raised on the thread that it happens on; a listener may be
     called by any number of threads at once.
   - Listeners hear a row in the order in which they joined, the end of a pair
   in the opposite one.
   - The end of a pair with an identity reaches exactly the listeners that
     listened to the pair when it began and have not stopped since.  A late
     listener hears no end without a beginning.
   - gomp_listen applies to all events that are raised after it returns.  It
     does not wait for calls in progress.

   Until it returns, a listener may read what the event refers to, allocate,
   print, take its own locks, and look up mappings (map.h).  The raiser holds no
   lock, unless the row says so.  A listener may not call OpenMP constructs and
   routines, raise an event of the same row, or fail.  The only effect of an
   error in a listener is what it reports itself.  */

#ifndef GOMP_BASE_OBSERVE_H
#define GOMP_BASE_OBSERVE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* Modules that choose between two instances do so by group.  */
enum gomp_event_group
{
  GOMP_EVENTS_TEAM,
  GOMP_EVENTS_OFFLOAD,
  GOMP_EVENTS_ACC,
  GOMP_EVENT_GROUPS
};

enum gomp_event_row
{
#define POINT(group, name) GOMP_EVENT_##name,
#define PAIR(group, name) GOMP_EVENT_##name##_BEGIN, GOMP_EVENT_##name##_END,
#include "base/events.def"
#undef POINT
#undef PAIR
  GOMP_EVENT_ROWS
};

/* The number of users of this header, including tests.  */
#define GOMP_LISTENERS 7

/* An object with which listeners may store a word: a thread, a team, a task, a
   region, a launch.  It is part of that object, or on the stack of the function
   that raises both ends of a pair.  Initially all zero.  */
struct gomp_identity
{
  union gomp_listener_word
  {
    void *pointer;
    uint64_t number;
  } word[GOMP_LISTENERS]; /* by listener: its own */
  unsigned begun;         /* listeners that hear the end of the pair that
                             has begun: a bit each */
};

#define GOMP_EVENT_ON_HOST (-1)

struct gomp_event
{
  enum gomp_event_row row;
  int device;     /* number of the device it is about, or GOMP_EVENT_ON_HOST */
  const void *at; /* return address of the program's call, or NULL */
  struct gomp_identity *identity; /* of the pair, or of the row's object; NULL:
                                     it has none */
  /* What surrounds it; NULL: not known.  */
  struct gomp_identity *thread;
  struct gomp_identity *team;
  struct gomp_identity *task;
  struct gomp_identity *region; /* the target construct */
  void *what;                   /* the row's own structure, or NULL */
};

struct gomp_listener;
typedef void gomp_hear (const struct gomp_listener *self,
                        const struct gomp_event *event);

/* A listener.  It is constant memory that is never freed: its slot, and so its
   words, stay its own.  */
struct gomp_listener
{
  const char *name;
  int slot; /* set by gomp_listener_join, 0 before; its number plus 1 */
};

/* Give LISTENER a slot, unless it has one.  False: all are taken.  */
HIDDEN bool gomp_listener_join (struct gomp_listener *listener);
/* From now on LISTENER, which has joined, hears ROW through HEAR; NULL: no
   longer.  One thread at a time for each listener.  For both ends of a pair,
   register for the beginning first, and unregister from it last.  */
HIDDEN void gomp_listen (struct gomp_listener *listener,
                         enum gomp_event_row row, gomp_hear *hear);
/* The same for each row: HEAR has GOMP_EVENT_ROWS functions or NULL.  */
HIDDEN void gomp_listen_to_all (struct gomp_listener *listener,
                                gomp_hear *const *hear);
/* It hears nothing any more.  */
HIDDEN void gomp_listener_leave (struct gomp_listener *listener);

/* LISTENER's word with IDENTITY.  */
static inline void **
gomp_observe_word (const struct gomp_listener *listener,
                   struct gomp_identity *identity)
{
  return &identity->word[listener->slot - 1].pointer;
}

/* Raise EVENT.  */
HIDDEN void gomp_observe (const struct gomp_event *event) COLD;

/* For each group, the listeners of any of its rows: a bit each.  */
HIDDEN extern atomic_uint gomp_observed[GOMP_EVENT_GROUPS];

/* Does any listener listen to GROUP?  GOMP_NEVER_OBSERVED is for a test that
   measures the cost of this check (unit/offload/target-unobserved.c).  */
static inline bool
gomp_observe_wanted (enum gomp_event_group group)
{
#ifdef GOMP_NEVER_OBSERVED
  (void)group;
  return false;
#endif
  /* Relaxed: a listener that has just joined or left may be missed, or called
     once more.  */
  return unlikely (
      atomic_load_explicit (&gomp_observed[group], memory_order_relaxed) != 0);
}

#endif
