/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The door through which others hear what happens in the library.

   Terms.  A *row* of the table (events.def) is a kind of event.  A module
   *raises* an event of a row; *listeners* register for rows and are called.
   Neither knows the other.  The table lies in the lowest layer, so that every
   module may raise events; it knows the names of rows and nothing else.

   Cost.  Code that must be fast has two instances: an ordinary one, which
   raises nothing and looks at no word of this header, and an observed one,
   which is chosen where a look is needed anyway (GOMP_CHOICE_OBSERVED in
   offload/device/device.h).  A module that keeps such a choice makes it anew
   when a listener joins late (gomp_device_observe).

   Guarantees.
   - An event is raised on the thread that it happens on; a listener may be
     called by any number of threads at once.
   - Listeners hear a row in the order in which they joined, the end of a pair
   in the opposite one.
   - The end of a pair that has an identity reaches those that listened to the
     pair when it began, unless they stopped since; it reaches no others.  Who
     registers late hears no end without a beginning.
   - When gomp_listen returns, events that are raised from then on go by it.
     Calls that are under way are not waited for.

   What a listener may do: look at what the event refers to, until it returns;
   allocate, print, take locks of its own, look up mappings (map.h).  The raiser
   holds no lock, but where the row says so.  What it may not do: call OpenMP's
   constructs and routines; raise an event of the same row; fail.  Nothing comes
   of an error of a listener's own but what it reports itself.  */

#ifndef GOMP_BASE_OBSERVE_H
#define GOMP_BASE_OBSERVE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"

/* Modules that choose between two instances do so by group.  */
enum gomp_event_group
{
  GOMP_EVENTS_TEAM,
  GOMP_EVENTS_TASK,
  GOMP_EVENTS_SYNC,
  GOMP_EVENTS_OFFLOAD,
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

/* As many as there are users of this header, tests included.  */
#define GOMP_LISTENERS 6

/* Something that listeners may keep a word with: a thread, a team, a task, a
   region, a launch.  It lies in that thing, or on the stack of what raises both
   ends of a pair.  All zero at first.  */
struct gomp_identity
{
  void *word[GOMP_LISTENERS]; /* by listener: its own */
  unsigned begun;             /* listeners that hear the end of the pair that
                                 has begun: a bit each */
};

#define GOMP_EVENT_ON_HOST (-1)

struct gomp_event
{
  enum gomp_event_row row;
  int device;     /* number of the device it is about, or GOMP_EVENT_ON_HOST */
  const void *at; /* return address of the program's call, or NULL */
  struct gomp_identity *identity; /* of the pair, or of what the row is about;
                                     NULL: it has none */
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

/* Who listens.  Constant memory that is never given back: its slot, and with it
   its words, stay its own.  */
struct gomp_listener
{
  const char *name;
  int slot; /* set by gomp_listener_join, 0 before; its number plus 1 */
};

/* LISTENER gets a slot, unless it has one.  False: all are taken.  */
HIDDEN bool gomp_listener_join (struct gomp_listener *listener);
/* From now on LISTENER, which has joined, hears ROW by HEAR; NULL: no longer.
   One thread at a time for a listener.  Who wants both ends of a pair takes the
   beginning first and gives it up last.  */
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
  return &identity->word[listener->slot - 1];
}

/* Raise EVENT.  */
HIDDEN void gomp_observe (const struct gomp_event *event) COLD;

/* For each group, the listeners of any of its rows: a bit each.  */
HIDDEN extern atomic_uint gomp_observed[GOMP_EVENT_GROUPS];

/* Does anybody listen to GROUP?  GOMP_NEVER_OBSERVED: for a test of what the
   question costs (unit/offload/target-unobserved.c).  */
static inline bool
gomp_observe_wanted (enum gomp_event_group group)
{
#ifdef GOMP_NEVER_OBSERVED
  (void)group;
  return false;
#endif
  /* Relaxed: a listener that has just come or gone may be missed, or called
     for nothing.  */
  return unlikely (
      atomic_load_explicit (&gomp_observed[group], memory_order_relaxed) != 0);
}

#endif
