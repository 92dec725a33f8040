/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The table of events (base/observe.h): listeners and their order, pairs of
   events, words that listeners keep.  */

#include <pthread.h>
#include <string.h>

#include "base/observe.h"
#include "check.h"

static struct gomp_listener first = { .name = "first" };
static struct gomp_listener second = { .name = "second" };
static struct gomp_listener third = { .name = "third" };

/* What was heard: a letter for who, one for what.  */
static char heard[256];

static void
note (const struct gomp_listener *self, char what)
{
  size_t length = strlen (heard);
  heard[length] = self->name[0];
  heard[length + 1] = what;
  heard[length + 2] = '\0';
}

static void
hear_point (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)event;
  note (self, '.');
}

static void
hear_begin (const struct gomp_listener *self, const struct gomp_event *event)
{
  note (self, '(');
  if (event->identity != NULL)
    *gomp_observe_word (self, event->identity) = (void *)self->name;
}

static void
hear_end (const struct gomp_listener *self, const struct gomp_event *event)
{
  note (self, ')');
  if (event->identity != NULL)
    EXPECT (*gomp_observe_word (self, event->identity) == self->name);
}

static bool
was_heard (const char *expected)
{
  bool same = strcmp (heard, expected) == 0;
  if (!same)
    printf ("heard \"%s\", not \"%s\"\n", heard, expected);
  heard[0] = '\0';
  return same;
}

static void
raise_point (enum gomp_event_row row)
{
  gomp_observe (&(struct gomp_event){ .row = row });
}

static void
raise_of (enum gomp_event_row row, struct gomp_identity *identity)
{
  gomp_observe (&(struct gomp_event){ .row = row, .identity = identity });
}

static void
listen_to_pair (struct gomp_listener *listener, enum gomp_event_row begin)
{
  gomp_listen (listener, begin, hear_begin);
  gomp_listen (listener, begin + 1, hear_end);
}

static void
start (void)
{
  EXPECT (gomp_listener_join (&first) && gomp_listener_join (&second));
  EXPECT (gomp_listener_join (&first));
  heard[0] = '\0';
}

static void
stop (void)
{
  gomp_listener_leave (&first);
  gomp_listener_leave (&second);
  gomp_listener_leave (&third);
  for (int i = 0; i < GOMP_EVENT_GROUPS; i++)
    EXPECT (!gomp_observe_wanted ((enum gomp_event_group)i));
}

/* ---- Rows and groups.  */

static void
test_nobody (void)
{
  for (int i = 0; i < GOMP_EVENT_ROWS; i++)
    raise_point ((enum gomp_event_row)i);
  EXPECT (was_heard (""));
  stop ();
}

/* A row of each group, of the host and of devices.  */
static void
test_groups (void)
{
  static const enum gomp_event_row rows[GOMP_EVENT_GROUPS]
      = { [GOMP_EVENTS_TEAM] = GOMP_EVENT_IDLE_BEGIN,
          [GOMP_EVENTS_OFFLOAD] = GOMP_EVENT_LAUNCH_DONE,
          [GOMP_EVENTS_ACC] = GOMP_EVENT_ACC_WAIT_END };
  start ();
  for (int i = 0; i < GOMP_EVENT_GROUPS; i++)
    {
      gomp_listen (&first, rows[i], hear_point);
      for (int k = 0; k < GOMP_EVENT_GROUPS; k++)
        {
          raise_point (rows[k]);
          EXPECT (gomp_observe_wanted ((enum gomp_event_group)k) == (k == i));
        }
      EXPECT (was_heard ("f."));
      gomp_listen (&first, rows[i], NULL);
    }
  stop ();
}

/* A group is wanted as long as anybody wants any of its rows.  */
static void
test_last_of_group (void)
{
  start ();
  gomp_listen (&first, GOMP_EVENT_DEFERRED_BEGIN, hear_begin);
  gomp_listen (&first, GOMP_EVENT_REFUSED, hear_point);
  gomp_listen (&second, GOMP_EVENT_REFUSED, hear_point);
  gomp_listen (&first, GOMP_EVENT_DEFERRED_BEGIN, NULL);
  EXPECT (gomp_observe_wanted (GOMP_EVENTS_OFFLOAD));
  gomp_listen (&second, GOMP_EVENT_REFUSED, NULL);
  EXPECT (gomp_observe_wanted (GOMP_EVENTS_OFFLOAD));
  gomp_listen (&first, GOMP_EVENT_REFUSED, NULL);
  EXPECT (!gomp_observe_wanted (GOMP_EVENTS_OFFLOAD));
  stop ();
}

/* ---- Order.  */

static void
test_order (void)
{
  struct gomp_identity task = { .begun = 0 };
  start ();
  gomp_listener_join (&third);
  gomp_listen (&third, GOMP_EVENT_REFUSED, hear_point);
  gomp_listen (&second, GOMP_EVENT_REFUSED, hear_point);
  gomp_listen (&first, GOMP_EVENT_REFUSED, hear_point);
  raise_point (GOMP_EVENT_REFUSED);
  EXPECT (was_heard ("f.s.t."));
  listen_to_pair (&third, GOMP_EVENT_DEFERRED_BEGIN);
  listen_to_pair (&second, GOMP_EVENT_DEFERRED_BEGIN);
  listen_to_pair (&first, GOMP_EVENT_DEFERRED_BEGIN);
  raise_of (GOMP_EVENT_DEFERRED_BEGIN, &task);
  raise_of (GOMP_EVENT_DEFERRED_END, &task);
  EXPECT (was_heard ("f(s(t(t)s)f)"));
  stop ();
}

/* ---- Pairs.  */

/* Each listener finds its own word at the end, also where pairs are inside each
   other.  */
static void
test_words (void)
{
  struct gomp_identity region = { .begun = 0 }, task = { .begun = 0 };
  start ();
  listen_to_pair (&first, GOMP_EVENT_CONSTRUCT_BEGIN);
  listen_to_pair (&second, GOMP_EVENT_CONSTRUCT_BEGIN);
  listen_to_pair (&second, GOMP_EVENT_DEFERRED_BEGIN);
  raise_of (GOMP_EVENT_CONSTRUCT_BEGIN, &region);
  raise_of (GOMP_EVENT_DEFERRED_BEGIN, &task);
  raise_of (GOMP_EVENT_DEFERRED_END, &task);
  raise_of (GOMP_EVENT_CONSTRUCT_END, &region);
  EXPECT (was_heard ("f(s(s(s)s)f)"));
  stop ();
}

/* No end without a beginning, and none for who stopped.  */
static void
test_late (void)
{
  struct gomp_identity launch = { .begun = 0 };
  start ();
  listen_to_pair (&first, GOMP_EVENT_LAUNCH_BEGIN);
  raise_of (GOMP_EVENT_LAUNCH_BEGIN, &launch);
  listen_to_pair (&second, GOMP_EVENT_LAUNCH_BEGIN);
  raise_of (GOMP_EVENT_LAUNCH_END, &launch);
  EXPECT (was_heard ("f(f)"));
  raise_of (GOMP_EVENT_LAUNCH_BEGIN, &launch);
  gomp_listener_leave (&first);
  raise_of (GOMP_EVENT_LAUNCH_END, &launch);
  EXPECT (was_heard ("f(s(s)"));
  raise_of (GOMP_EVENT_LAUNCH_END, &launch);
  EXPECT (was_heard (""));
  stop ();
}

/* Who listens to ends alone hears those of what begins from then on.  */
static void
test_end_alone (void)
{
  struct gomp_identity fallback = { .begun = 0 };
  start ();
  raise_of (GOMP_EVENT_FALLBACK_BEGIN, &fallback);
  gomp_listen (&first, GOMP_EVENT_FALLBACK_END, hear_point);
  raise_of (GOMP_EVENT_FALLBACK_END, &fallback);
  EXPECT (was_heard (""));
  raise_of (GOMP_EVENT_FALLBACK_BEGIN, &fallback);
  raise_of (GOMP_EVENT_FALLBACK_END, &fallback);
  EXPECT (was_heard ("f."));
  stop ();
}

/* Without an identity, an end is for whoever listens.  */
static void
test_no_identity (void)
{
  start ();
  raise_point (GOMP_EVENT_IDLE_BEGIN);
  listen_to_pair (&first, GOMP_EVENT_IDLE_BEGIN);
  raise_point (GOMP_EVENT_IDLE_END);
  EXPECT (was_heard ("f)"));
  stop ();
}

/* ---- What an event says.  */

static struct gomp_event last;

static void
hear_all (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  last = *event;
}

static void
test_context (void)
{
  struct gomp_identity thread, team, task, region, own;
  int what;
  start ();
  gomp_listen (&first, GOMP_EVENT_COPY_BEGIN, hear_all);
  gomp_observe (&(struct gomp_event){ .row = GOMP_EVENT_COPY_BEGIN,
                                      .device = 3,
                                      .at = &what,
                                      .identity = &own,
                                      .thread = &thread,
                                      .team = &team,
                                      .task = &task,
                                      .region = &region,
                                      .what = &what });
  EXPECT (last.row == GOMP_EVENT_COPY_BEGIN && last.device == 3);
  EXPECT (last.at == &what && last.what == &what && last.identity == &own);
  EXPECT (last.thread == &thread && last.team == &team);
  EXPECT (last.task == &task && last.region == &region);
  stop ();
}

/* ---- Several threads.  */

#define ROUNDS 20000
static atomic_bool ready, over;
static atomic_int pairs;

static void
open_pair (const struct gomp_listener *self, const struct gomp_event *event)
{
  *gomp_observe_word (self, event->identity) = event->what;
}

static void
close_pair (const struct gomp_listener *self, const struct gomp_event *event)
{
  EXPECT (*gomp_observe_word (self, event->identity) == event->what);
  atomic_fetch_add (&pairs, 1);
}

static void *
raise_pairs (void *arg)
{
  atomic_store (&ready, true);
  while (!atomic_load (&over))
    {
      struct gomp_identity task = { .begun = 0 };
      struct gomp_event event = { .row = GOMP_EVENT_DEFERRED_BEGIN,
                                  .identity = &task,
                                  .what = &task };
      gomp_observe (&event);
      event.row = GOMP_EVENT_DEFERRED_END;
      gomp_observe (&event);
    }
  return arg;
}

/* A listener comes and goes while another thread raises events: each end that
   it hears belongs to a beginning that it heard.  It comes with the beginning
   last, and goes with the end first.  */
static void
test_meanwhile (void)
{
  pthread_t thread;
  start ();
  atomic_store (&over, false);
  pthread_create (&thread, NULL, raise_pairs, NULL);
  while (!atomic_load (&ready))
    continue;
  for (int i = 0; i < ROUNDS || atomic_load (&pairs) == 0; i++)
    {
      gomp_listen (&second, GOMP_EVENT_DEFERRED_BEGIN, open_pair);
      gomp_listen (&second, GOMP_EVENT_DEFERRED_END, close_pair);
      gomp_listen (&second, GOMP_EVENT_DEFERRED_END, NULL);
      gomp_listen (&second, GOMP_EVENT_DEFERRED_BEGIN, NULL);
    }
  atomic_store (&over, true);
  pthread_join (thread, NULL);
  stop ();
}

/* ---- The end of slots.  */

static void
test_full (void)
{
  static struct gomp_listener others[GOMP_LISTENERS];
  int joined = 0;
  for (int i = 0; i < GOMP_LISTENERS; i++)
    joined += gomp_listener_join (&others[i]);
  EXPECT (joined == GOMP_LISTENERS - 3);
  EXPECT (gomp_listener_join (&first));
}

int
main (void)
{
  RUN (test_nobody);
  RUN (test_groups);
  RUN (test_last_of_group);
  RUN (test_order);
  RUN (test_words);
  RUN (test_late);
  RUN (test_end_alone);
  RUN (test_no_identity);
  RUN (test_context);
  RUN (test_meanwhile);
  RUN (test_full);
  return check_done ();
}
