/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions that neither a thread of the program nor another region waits for.

   No thread of the server waits for one, either.  They go to the queue of their
   device (host/async.h), which starts one after the other by itself.  The
   device's completion thread collects those that have ended.  When it has found
   all, it sends the output of the devices once, and then the answers together.

   A region is in its device's list until it was answered.  Who answers it takes
   it out: the completion thread, or, if the device's queue does not take it,
   the thread that has read its message.  deferred.lock guards the list and what
   is_taken says; `ended' is the completion thread's.  */

#include <stdlib.h>

#include "host/async.h"
#include "host/condition.h"
#include "host/failure.h"
#include "server.h"

/* Answer at least after so many.  */
#define TOGETHER_MAX 64u

struct node_deferred
{
  struct node_region region;
  struct node_job job;
  struct node_deferred *next;  /* in the device's list */
  struct node_deferred **link; /* what points to this one there */
  struct node_deferred *later; /* ended after this one */
  bool is_taken;               /* not in the list any more */
  atomic_uint users;           /* threads that still use it */
};

static struct node_device *
device_of (const struct x86emul_device *d)
{
  return &node_server.device[d - x86emul_devices];
}

static void
free_it (struct node_deferred *f)
{
  node_region_free (&f->region);
  free (f->job.payload);
  free (f);
}

/* The thread that has read its message, and the one that answers it, call this
   when they do not need F any more.  */
static void
release (struct node_deferred *f)
{
  /* The last one finds what the other has done.  */
  if (atomic_fetch_sub (&f->users, 1) != 1)
    return;
  free_it (f);
}

/* With the lock.  */
static void
take (struct node_deferred *f)
{
  *f->link = f->next;
  if (f->next != NULL)
    f->next->link = f->link;
  f->is_taken = true;
}

/* False: D has failed.  */
static bool
enter (struct node_device *d, struct node_deferred *f)
{
  gomp_mutex_lock (&d->deferred.lock);
  bool enters = !d->deferred.is_lost;
  f->is_taken = !enters;
  if (enters)
    {
      f->next = d->deferred.first;
      f->link = &d->deferred.first;
      if (f->next != NULL)
        f->next->link = &f->next;
      d->deferred.first = f;
    }
  gomp_mutex_unlock (&d->deferred.lock);
  return enters;
}

/* Is the answer the caller's, since nobody else has taken F?  */
static bool
take_back (struct node_device *d, struct node_deferred *f)
{
  gomp_mutex_lock (&d->deferred.lock);
  bool was_taken = f->is_taken;
  if (!was_taken)
    take (f);
  gomp_mutex_unlock (&d->deferred.lock);
  return !was_taken;
}

/* Why D does not run regions.  */
static void
record (struct node_device *d)
{
  if (x86emul_condition_is_usable (d->d))
    gomp_error_set (GOMP_ERR_DEVICE, "the device was stopped");
}

bool
node_deferred_takes (const struct node_server *s, const struct node_job *job)
{
  const struct cluster_region *r = (const struct cluster_region *)job->payload;
  /* Under the checker a region's log is that of a thread.  */
  return job->head.type == CLUSTER_REGION && !s->checks
         && job->head.size >= sizeof (*r) && r->chain == CLUSTER_DEFERRED;
}

/* Start F.  False: it was not, and the answer is the caller's.  */
static bool
start (struct node_deferred *f)
{
  struct node_device *d = f->region.d;
  const struct x86emul_launch launch = node_region_prepare (&f->region);
  if (!enter (d, f))
    {
      record (d);
      return false;
    }
  if (x86emul_condition_is_usable (d->d)
      && x86emul_async_run (d->d, &launch, f) == GOMP_OK)
    return true;
  if (take_back (d, f))
    return false;
  gomp_error_clear ();
  return true;
}

void
node_deferred_run (struct node_server *s, const struct node_job *job)
{
  struct node_deferred *f = calloc (1, sizeof (*f));
  if (f == NULL)
    {
      gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
      node_refuse (s, job, NULL);
      free (job->payload);
      return;
    }
  f->job = *job;
  atomic_init (&f->users, 2);
  if (!node_region_decode (s, &f->job, &f->region))
    free_it (f);
  else if (start (f))
    release (f);
  else
    {
      node_refuse (s, &f->job, f->region.d);
      free_it (f);
    }
}

/* ---- The completion thread.  */

static void
answer_all (struct node_device *d)
{
  struct node_server *s = &node_server;
  struct node_deferred *first = d->deferred.ended, *f;
  if (first == NULL)
    return;
  d->deferred.ended = NULL;
  d->deferred.count = 0;
  node_output_drain (s);
  gomp_mutex_lock (&d->deferred.lock);
  for (f = first; f != NULL; f = f->later)
    take (f);
  gomp_mutex_unlock (&d->deferred.lock);
  for (f = first; f != NULL; f = f->later)
    node_region_answer (s, &f->job, &f->region, f->later != NULL);
  while ((f = first) != NULL)
    {
      first = f->later;
      release (f);
    }
}

void
node_deferred_ended (void *task)
{
  struct node_deferred *f = task;
  struct node_device *d = f->region.d;
  f->later = NULL;
  if (d->deferred.ended == NULL)
    d->deferred.last = &d->deferred.ended;
  *d->deferred.last = f;
  d->deferred.last = &f->later;
  if (++d->deferred.count == TOGETHER_MAX)
    answer_all (d);
}

static void
told_all (struct x86emul_device *d)
{
  answer_all (device_of (d));
}

/* Refuse all that D has not run.  */
static void
refuse_all (struct node_server *s, struct node_device *d)
{
  struct node_deferred *f;
  do
    {
      gomp_mutex_lock (&d->deferred.lock);
      d->deferred.is_lost = true;
      f = d->deferred.first;
      if (f != NULL)
        take (f);
      gomp_mutex_unlock (&d->deferred.lock);
      if (f == NULL)
        return;
      record (d);
      node_refuse (s, &f->job, d);
      release (f);
    }
  while (true);
}

static void
told_failed (struct x86emul_device *d)
{
  refuse_all (&node_server, device_of (d));
  gomp_error_fini ();
}

void
node_deferred_start (void)
{
  x86emul_async_told
      = (struct x86emul_async_told){ .all = told_all, .failed = told_failed };
}

void
node_deferred_clear (struct node_device *d)
{
  refuse_all (&node_server, d);
  gomp_mutex_lock (&d->deferred.lock);
  d->deferred.is_lost = false;
  gomp_mutex_unlock (&d->deferred.lock);
}
