/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions that start when others have ended, without a message to the host and
   back.  So do reads and writes of the host (GET, STORE), which are called
   regions here, too.

   A region that others may name is in a table from the time when its message is
   read until it has ended.  One that names regions which are there waits: its
   message is kept, and no thread is.  The thread that ends the last one of them
   runs it; if there are several such regions, other threads run the others.  A
   number that is not in the table is that of a region that has ended, as the
   host has sent it before.  So a region waits for earlier ones only, and there
   is no circle.

   If a region was refused, those that wait for it are refused, too, when
   nothing else holds them up.

   Called by threads that serve the line; only the leader enters regions.
   `chain_lock' guards the table and what is in it but the message of a region
   that waits for none.  No other lock is taken while it is held.  */

#include <pthread.h>
#include <stdlib.h>

#include "os/process.h"
#include "server.h"

/* Region TO waits for the one whose list this is in.  */
struct link
{
  struct node_chained *to;
  struct link *next;
};

struct node_chained
{
  struct node_chained *next;  /* in the bucket */
  struct node_chained *other; /* in a list of those that wait no more */
  struct node_job job;
  uint32_t missing;       /* regions that it waits for */
  bool is_refused;        /* one of these was refused */
  struct link *followers; /* those that wait for it */
  struct link link[];     /* one for each region that it names */
};

static struct node_chained **
bucket_of (struct node_server *s, uint64_t number)
{
  return &s->chained[number % NODE_CHAIN_BUCKETS];
}

/* With the lock.  Let C wait for the region NUMBER, if it has not ended.  */
static void
follow (struct node_server *s, struct node_chained *c, uint64_t number)
{
  struct node_chained *before = *bucket_of (s, number);
  while (before != NULL && before->job.head.number != number)
    before = before->next;
  if (before == NULL)
    return;
  struct link *l = &c->link[c->missing++];
  *l = (struct link){ .to = c, .next = before->followers };
  before->followers = l;
}

/* Take JOB, which names COUNT regions.  NULL: memory is exhausted.  *WAITS: it
   is run later.  */
static struct node_chained *
enter (struct node_server *s, const struct node_job *job, const uint64_t *after,
       uint32_t count, bool *waits)
{
  struct node_chained *c = calloc (1, sizeof (*c) + count * sizeof (*c->link));
  if (c == NULL)
    return NULL;
  c->job = *job;
  gomp_mutex_lock (&s->chain_lock);
  for (uint32_t i = 0; i < count; i++)
    follow (s, c, after[i]);
  struct node_chained **bucket = bucket_of (s, job->head.number);
  c->next = *bucket;
  *bucket = c;
  *waits = c->missing > 0;
  gomp_mutex_unlock (&s->chain_lock);
  return c;
}

/* C has ended, and is freed.  Returns those that waited for nothing else.  */
static struct node_chained *
leave (struct node_server *s, struct node_chained *c, bool was_run)
{
  struct node_chained *ready = NULL;
  gomp_mutex_lock (&s->chain_lock);
  struct node_chained **at = bucket_of (s, c->job.head.number);
  while (*at != c)
    at = &(*at)->next;
  *at = c->next;
  for (struct link *l = c->followers; l != NULL; l = l->next)
    {
      l->to->is_refused |= !was_run;
      if (--l->to->missing > 0)
        continue;
      l->to->other = ready;
      ready = l->to;
    }
  gomp_mutex_unlock (&s->chain_lock);
  free (c->job.payload);
  free (c);
  return ready;
}

static bool
run_one (struct node_server *s, const struct node_chained *c)
{
  if (!c->is_refused)
    return node_run_region (s, &c->job);
  gomp_error_set (GOMP_ERR_DEVICE, "a region that it follows was not run");
  node_refuse (s, &c->job, node_device_at (s, c->job.head.device));
  return false;
}

static void *run_alone (void *chained);

/* Have another thread run C; false: there is none.  */
static bool
hand_over (struct node_chained *c)
{
  unsigned long id;
  return os_thread_start (run_alone, c, 0, &id) == 0;
}

/* Run C, and then what waited for it.  */
static void
run_chain (struct node_server *s, struct node_chained *c)
{
  c->other = NULL;
  while (c != NULL)
    {
      struct node_chained *rest = c->other;
      struct node_chained *ready = leave (s, c, run_one (s, c));
      /* The first one is this thread's.  Where no thread can be started, the
         others are, too, one after the other.  */
      struct node_chained **end = &ready;
      if (ready != NULL)
        end = &ready->other;
      while (*end != NULL)
        {
          struct node_chained *one = *end, *next = one->other;
          if (hand_over (one))
            *end = next;
          else
            end = &one->other;
        }
      *end = rest;
      c = ready;
    }
}

static void *
run_alone (void *chained)
{
  pthread_detach (pthread_self ());
  run_chain (&node_server, chained);
  gomp_error_fini ();
  return NULL;
}

void
node_run_chained (struct node_server *s, const struct node_job *job)
{
  uint32_t count;
  bool waits;
  const uint64_t *after = node_region_after (job, &count);
  if (after == NULL)
    {
      node_run_region (s, job);
      free (job->payload);
      return;
    }
  struct node_chained *c = enter (s, job, after, count, &waits);
  if (c == NULL)
    {
      gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
      node_refuse (s, job, NULL);
      free (job->payload);
    }
  else if (!waits)
    run_chain (s, c);
}
