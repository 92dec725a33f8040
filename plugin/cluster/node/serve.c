/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Serving the line: leader and followers (D. C. Schmidt et al., "Leader/
   Followers: a design pattern for efficient multi-threaded I/O event
   demultiplexing", 2000).

   One thread, the leader, holds `lead' and reads the line.  It stores the data
   of a PUT itself.  When it has read a message that needs an answer, it does
   the work of this message: so no other thread has to be woken for that.  It
   passes the lead on before it waits for anything but the line, and before it
   waits until it can send.  But as long as it spins for the end of a region it
   leads, unless there is something to read: so a small region wakes nobody.  */

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "host/failure.h"
#include "host/failure_words.h"
#include "os/process.h"
#include "server.h"

/* Most threads that wait for the lead.  */
#define IDLE_MAX 8u

/* Does this thread hold `lead'?  */
static _Thread_local bool leads;

static void *follow (void *server);

static void
start_follower (struct node_server *s)
{
  unsigned long id;
  atomic_fetch_add (&s->idle, 1);
  if (os_thread_start (follow, s, 0, &id) != 0)
    atomic_fetch_sub (&s->idle, 1);
}

void
node_lead_pass (void)
{
  struct node_server *s = &node_server;
  if (!leads)
    return;
  leads = false;
  /* Somebody must be there to read on.  */
  if (atomic_fetch_sub (&s->idle, 1) == 1)
    start_follower (s);
  gomp_mutex_unlock (&s->lead);
}

void
node_lead_waits (bool sleeps)
{
  struct cluster_line *line = &node_server.line;
  if (leads
      && (sleeps || cluster_line_has_more (line)
          || cluster_line_await (line, 0) != EAGAIN))
    node_lead_pass ();
}

/* PASS: to the other side, now or later.  */
static void
answer (struct node_server *s, const struct node_job *job,
        enum cluster_type type, const struct cluster_bytes *part, size_t count,
        __typeof__ (cluster_line_send) *pass)
{
  struct cluster_head head = { .type = type,
                               .device = job->head.device,
                               .number = job->head.number };
  if (pass (&s->line, &head, part, count) != 0)
    cluster_line_break (&s->line);
}

void
node_answer (struct node_server *s, const struct node_job *job,
             enum cluster_type type, const struct cluster_bytes *part,
             size_t count)
{
  answer (s, job, type, part, count, cluster_line_send);
}

void
node_answer_later (struct node_server *s, const struct node_job *job,
                   enum cluster_type type, const struct cluster_bytes *part,
                   size_t count)
{
  answer (s, job, type, part, count, cluster_line_keep);
}

/* Tell the host, once, what is known about the failure of D.  Whoever refuses
   a message afterwards finds that it was sent.  */
static void
tell_failure (struct node_server *s, const struct node_job *job,
              struct node_device *d)
{
  struct x86emul_failure_facts facts;
  if (atomic_load (&d->d->condition) != X86EMUL_FAILED)
    return;
  gomp_mutex_lock (&d->telling);
  if (!d->is_told)
    {
      x86emul_failure_gather (d->d, &facts);
      const struct cluster_bytes part = { &facts, sizeof (facts) };
      node_answer (s, job, CLUSTER_FAILED, &part, 1);
      d->is_told = true;
    }
  gomp_mutex_unlock (&d->telling);
}

void
node_refuse (struct node_server *s, const struct node_job *job,
             struct node_device *d)
{
  char text[CLUSTER_TEXT_MAX];
  node_lead_pass ();
  size_t length = strlen (gomp_error_text ());
  length = length < sizeof (text) ? length : sizeof (text);
  memcpy (text, gomp_error_text (), length);
  gomp_error_clear ();
  const struct cluster_bytes part = { text, length };
  node_output_drain (s);
  if (d != NULL)
    {
      node_check_report (s, job, d);
      tell_failure (s, job, d);
    }
  node_answer (s, job, CLUSTER_REFUSED, &part, 1);
}

/* What uses the device that JOB names, as it is now.  */
static void
run_held (struct node_server *s, const struct node_job *job)
{
  struct node_device *held = node_device_hold (s, job->head.device);
  switch (job->head.type)
    {
    case CLUSTER_UNLOAD:
      node_run_unload (s, job);
      break;
    case CLUSTER_MEET:
      node_run_meet (s, job);
      break;
    case CLUSTER_SEND:
      node_run_send (s, job);
      break;
    case CLUSTER_LOOK:
      node_run_look (s, job);
      break;
    default:
      node_run_load (s, job);
    }
  node_device_release (held);
}

static void
run (struct node_server *s, const struct node_job *job)
{
  if (job->head.type == CLUSTER_OPEN)
    node_run_open (s, job);
  else if (job->head.type == CLUSTER_CLOSE)
    node_run_close (s, job);
  else
    run_held (s, job);
}

/* Take the payload of a message to be answered.  */
static int
take_payload (struct node_server *s, struct node_job *job)
{
  switch (job->head.type)
    {
    case CLUSTER_REGION:
    case CLUSTER_GET:
    case CLUSTER_STORE:
    case CLUSTER_OPEN:
    case CLUSTER_CLOSE:
    case CLUSTER_UNLOAD:
    case CLUSTER_LOAD:
    case CLUSTER_MEET:
    case CLUSTER_SEND:
    case CLUSTER_LOOK:
      if (job->head.size > CLUSTER_TABLE_MAX)
        return EPROTO;
      break;
    case CLUSTER_IMAGE:
      if (job->head.size > CLUSTER_TABLE_MAX + CLUSTER_IMAGE_MAX)
        return EPROTO;
      break;
    default:
      return EPROTO;
    }
  job->payload = job->head.size < SIZE_MAX ? malloc (job->head.size + 1) : NULL;
  if (job->payload == NULL)
    return ENOMEM;
  job->payload[job->head.size] = '\0';
  int r = cluster_line_take (&s->line, job->payload, job->head.size);
  if (r != 0)
    free (job->payload);
  return r;
}

/* The writes of a message are done.  Only the leader counts.  */
static void
count_taken (struct node_server *s)
{
  gomp_wait_set (&s->taken, gomp_wait_value (&s->taken) + 1, GOMP_WAIT_PRIVATE);
}

/* Read the line up to a message to be answered.  */
static int
take_job (struct node_server *s, struct node_job *job)
{
  int r;
  do
    {
      r = cluster_line_receive (&s->line, &job->head);
      if (r == 0 && job->head.type == CLUSTER_PUT)
        r = node_take_put (s, &job->head);
      else if (r == 0 && job->head.type == CLUSTER_COPY)
        r = node_take_copy (s, &job->head);
      else if (r == 0 && job->head.type == CLUSTER_GUARD)
        r = node_take_guard (s, &job->head);
      else if (r == 0 && job->head.type == CLUSTER_CHANGE)
        r = node_take_change (s, &job->head);
      else if (r == 0 && job->head.type == CLUSTER_FORGET)
        r = node_take_forget (s, &job->head);
      else if (r == 0 && job->head.type == CLUSTER_QUIT)
        r = ECONNRESET;
      else if (r == 0)
        {
          r = take_payload (s, job);
          count_taken (s);
          return r;
        }
      if (r == 0)
        count_taken (s);
    }
  while (r == 0);
  return r;
}

/* Store why the line has ended; the errno value is what main waits for.  */
static void
end (struct node_server *s, int r)
{
  cluster_line_break (&s->line);
  if (gomp_wait_value (&s->ended) == 0)
    gomp_wait_set (&s->ended, (unsigned)r, GOMP_WAIT_PRIVATE);
}

/* Do what messages ask for until this thread has passed the lead on.  */
static int
lead (struct node_server *s)
{
  int r = 0;
  while (leads && r == 0)
    {
      struct node_job job = { .payload = NULL };
      r = gomp_wait_value (&s->ended) == 0 ? take_job (s, &job) : ECONNRESET;
      if (r != 0)
        break;
      if (job.head.type == CLUSTER_REGION || job.head.type == CLUSTER_GET
          || job.head.type == CLUSTER_STORE)
        {
          if (node_deferred_takes (s, &job))
            node_deferred_run (s, &job);
          else
            node_run_chained (s, &job);
          continue;
        }
      if (job.head.type != CLUSTER_LOOK)
        node_lead_pass ();
      run (s, &job);
      free (job.payload);
    }
  return r;
}

static void *
follow (void *server)
{
  struct node_server *s = server;
  /* Nobody waits for its end.  */
  pthread_detach (pthread_self ());
  for (;;)
    {
      gomp_mutex_lock (&s->lead);
      leads = true;
      int r = lead (s);
      if (r != 0)
        {
          leads = false;
          atomic_fetch_sub (&s->idle, 1);
          end (s, r);
          gomp_mutex_unlock (&s->lead);
          gomp_error_fini ();
          return NULL;
        }
      if (atomic_fetch_add (&s->idle, 1) < IDLE_MAX)
        continue;
      atomic_fetch_sub (&s->idle, 1);
      gomp_error_fini ();
      return NULL;
    }
}

int
node_serve (struct node_server *s)
{
  s->line.on_full = node_lead_pass;
  start_follower (s);
  if (atomic_load (&s->idle) == 0)
    return EAGAIN;
  return (int)gomp_wait_sleep (&s->ended, 0, GOMP_WAIT_PRIVATE, -1);
}
