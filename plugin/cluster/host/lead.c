/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Who reads the line of a node (leader and followers, D. C. Schmidt et al.,
   2000): so that no thread hands an answer to another one if a single thread
   waits.

   The first thread that waits for an answer leads: it waits at the line, and
   takes all that comes.  Others sleep until the leader has taken their answers
   or lets one of them lead.  The receiver stands by.  It waits at the line
   while nobody leads.  If it wakes up and finds a leader it stays away for a
   while, and comes back when the leader has taken nothing for so long: the
   leader may be in a handler of a signal, from which it never returns.

   The node's lock guards `leader', `waiting' and `tasks'.  `reading' is held by
   the thread that takes messages, and not while it waits for one.  The receiver
   alone finds a node lost: who cannot read stores `error', after which nobody
   reads.  */

#include <errno.h>
#include <pthread.h>

#include "remote.h"

/* How long a leader waits until it looks whether its request has ended: the
   receiver may have taken the answer.  */
#define LOOK_MS 100
/* How long the receiver stays away while a leader takes what comes.  */
#define AWAY_NS 10000000

static bool
has_ended (struct cluster_request *r)
{
  return gomp_wait_value (&r->end) > CLUSTER_LEADS;
}

/* Take all messages that have come.  With `reading'.  An errno value: the line
   is of no use any more.  */
static int
take (struct cluster_node *n)
{
  int e = atomic_load (&n->error);
  bool more = true;
  /* Relaxed: only the thread itself asks.  */
  atomic_store_explicit (&n->reader, (unsigned long)pthread_self (),
                         memory_order_relaxed);
  while (e == 0 && more)
    {
      e = cluster_receive_message (n);
      more = cluster_line_has_more (&n->line);
    }
  atomic_store_explicit (&n->reader, 0, memory_order_relaxed);
  if (e == EAGAIN)
    return 0;
  /* What follows on the line is not read: it could be part of a message.  */
  if (e != 0)
    atomic_store (&n->error, e);
  return e;
}

bool
cluster_lead_is_reading (struct cluster_node *n)
{
  pthread_t self = pthread_self ();
  return pthread_equal (self, (pthread_t)n->thread)
         || (unsigned long)self
                == atomic_load_explicit (&n->reader, memory_order_relaxed);
}

/* Let the receiver look at once.  */
static void
call_receiver (struct cluster_node *n)
{
  gomp_wait_set (&n->called, gomp_wait_value (&n->called) + 1,
                 GOMP_WAIT_PRIVATE);
}

/* Does R's thread lead?  If not, it is on the list of those that wait, unless
   its answer is being taken.  */
static bool
enter (struct cluster_node *n, struct cluster_request *r)
{
  gomp_mutex_lock (&n->lock);
  bool leads = n->leader == NULL && !r->is_taken;
  if (leads)
    n->leader = r;
  else if (!r->is_taken)
    {
      r->after = n->waiting;
      n->waiting = r;
    }
  gomp_mutex_unlock (&n->lock);
  return leads;
}

/* The wait for R is over.  If its thread leads, another one does so now.  */
static void
leave (struct cluster_node *n, struct cluster_request *r)
{
  gomp_mutex_lock (&n->lock);
  struct cluster_request *next = NULL;
  bool led = n->leader == r;
  if (led)
    {
      next = n->waiting;
      n->leader = next;
    }
  if (next != NULL)
    {
      n->waiting = next->after;
      /* It has not been taken, so nobody else changes this word yet.  */
      atomic_store (&next->end.value, CLUSTER_LEADS);
    }
  bool called = led && next == NULL && n->tasks > 0;
  gomp_mutex_unlock (&n->lock);
  /* If it has ended meanwhile, this wakes somebody who looks again.  */
  if (next != NULL)
    gomp_wait_wake (&next->end, 1, GOMP_WAIT_PRIVATE);
  if (called)
    call_receiver (n);
}

/* Read the line until R has ended.  */
static void
lead (struct cluster_node *n, struct cluster_request *r)
{
  int e = 0;
  /* The receiver may have found no leader and be taking this answer, after
     which nothing would come.  From now on it finds one.  */
  gomp_mutex_lock (&n->reading);
  gomp_mutex_unlock (&n->reading);
  while (!has_ended (r) && e == 0)
    {
      if (cluster_line_await (&n->line, LOOK_MS) == EAGAIN)
        continue;
      gomp_mutex_lock (&n->reading);
      if (!has_ended (r))
        e = take (n);
      gomp_mutex_unlock (&n->reading);
    }
  if (e == 0)
    return;
  cluster_line_break (&n->line);
  call_receiver (n);
  unsigned end = gomp_wait_value (&r->end);
  while (end <= CLUSTER_LEADS)
    end = gomp_wait_sleep (&r->end, end, GOMP_WAIT_PRIVATE, -1);
}

void
cluster_lead_await (struct cluster_node *n, struct cluster_request *r)
{
  if (enter (n, r)
      || gomp_wait_sleep (&r->end, CLUSTER_WAITING, GOMP_WAIT_PRIVATE, -1)
             == CLUSTER_LEADS)
    lead (n, r);
  leave (n, r);
}

void
cluster_lead_call (struct cluster_node *n)
{
  gomp_mutex_lock (&n->lock);
  bool led = n->leader != NULL;
  gomp_mutex_unlock (&n->lock);
  if (!led)
    call_receiver (n);
}

/* ---- The receiver.  */

static bool
is_led (struct cluster_node *n)
{
  gomp_mutex_lock (&n->lock);
  bool led = n->leader != NULL;
  gomp_mutex_unlock (&n->lock);
  return led;
}

/* Stay away as long as leaders take messages, unless somebody has called since
   CALLED.  ETIMEDOUT: the node is lost.  */
static int
stay_away (struct cluster_node *n, unsigned called)
{
  uint64_t answers;
  int e;
  do
    {
      answers = atomic_load (&n->answers);
      gomp_wait_sleep (&n->called, called, GOMP_WAIT_PRIVATE, AWAY_NS);
      e = cluster_line_look_after (&n->line);
    }
  while (e == 0 && atomic_load (&n->answers) != answers
         && gomp_wait_value (&n->called) == called);
  return e;
}

/* A leader that is in the middle of a message goes on with it.  INSTEAD:
   leaders have taken nothing for a while, or cannot; else it is theirs.  */
static int
try_take (struct cluster_node *n, bool instead)
{
  if (!gomp_mutex_trylock (&n->reading))
    return atomic_load (&n->error);
  int e = instead || !is_led (n) ? take (n) : 0;
  gomp_mutex_unlock (&n->reading);
  return e;
}

int
cluster_lead_stand_by (struct cluster_node *n)
{
  int e = 0;
  while (e == 0)
    {
      /* Before the look at the line, so that no later call is missed.  */
      unsigned called = gomp_wait_value (&n->called);
      bool instead = atomic_load (&n->error) != 0;
      int wait_ms = cluster_line_watch_ms (&n->line);
      if (cluster_line_await (&n->line, wait_ms) == EAGAIN)
        e = cluster_line_look_after (&n->line);
      else if (!instead && is_led (n))
        {
          instead = true;
          e = stay_away (n, called);
        }
      if (e == 0)
        e = try_take (n, instead);
    }
  return e;
}
