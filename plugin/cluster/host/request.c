/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Messages to a node, and the requests that wait for answers.  Any thread.

   A node's lock guards its table of requests and is not held while a message is
   sent.  A request is in the table before its message is sent, so the answer
   finds it.  Who reads the line (lead.c) takes a request out of the table,
   stores the answer and sets `end'; from then on the request is the waiting
   thread's.  One of a task stays in the table of tasks until libgomp asks how
   it has ended.  When the node is lost, the receiver ends all requests; whoever
   adds one later sees is_lost.  */

#include <errno.h>
#include <stdlib.h>

#include "base/uncancelled.h"
#include "remote.h"

static struct cluster_request *
take_unused (struct cluster_node *n)
{
  struct cluster_request *r = n->unused;
  if (r != NULL)
    n->unused = r->next;
  else
    r = calloc (1, sizeof (*r));
  return r;
}

static void
insert (struct cluster_node *n, struct cluster_request *r)
{
  struct cluster_request **bucket = &n->bucket[r->number % CLUSTER_BUCKETS];
  r->next = *bucket;
  r->is_taken = false;
  *bucket = r;
  n->tasks += r->task != NULL;
}

/* Take R out of the table, at *LINK, and out of the list of those that wait. */
static void
take_out (struct cluster_node *n, struct cluster_request **link)
{
  struct cluster_request *r = *link;
  *link = r->next;
  r->is_taken = true;
  n->tasks -= r->task != NULL;
  for (link = &n->waiting; *link != NULL; link = &(*link)->after)
    if (*link == r)
      {
        *link = r->after;
        return;
      }
}

/* The link to the request of TASK, or to NULL.  Memory of tasks has at least 64
   bytes.  */
static struct cluster_request **
find_task (struct cluster_node *n, const void *task)
{
  struct cluster_request **link
      = &n->task[(uintptr_t)task / 64 % CLUSTER_BUCKETS];
  while (*link != NULL && (*link)->task != task)
    link = &(*link)->other;
  return link;
}

/* Enter a request for CALL; NULL: recorded, or the node is lost.  */
static struct cluster_request *
add (const struct cluster_call *call)
{
  struct cluster_node *n = call->node;
  gomp_mutex_lock (&n->lock);
  bool lost = atomic_load (&n->is_lost);
  struct cluster_request *r = lost ? NULL : take_unused (n);
  if (r != NULL)
    {
      /* Atomic: the receiver may still look for sleepers of the request that
         had this memory before.  */
      gomp_wait_init (&r->end, 0);
      r->number = ++n->number;
      r->device = call->device;
      r->piece = call->piece;
      r->count = call->pieces;
      r->type = 0;
      r->payload = NULL;
      r->size = 0;
      r->function = call->function;
      r->task = call->task;
      r->is_followed = false;
      r->has_ended = false;
      r->other = NULL;
      if (r->task != NULL)
        *find_task (n, r->task) = r;
      insert (n, r);
    }
  gomp_mutex_unlock (&n->lock);
  if (r == NULL && !lost)
    gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  return r;
}

struct cluster_request *
cluster_request_take (struct cluster_node *n, uint64_t number)
{
  gomp_mutex_lock (&n->lock);
  struct cluster_request **link = &n->bucket[number % CLUSTER_BUCKETS];
  while (*link != NULL && (*link)->number != number)
    link = &(*link)->next;
  struct cluster_request *r = *link;
  if (r != NULL)
    take_out (n, link);
  gomp_mutex_unlock (&n->lock);
  return r;
}

static void
drop_held (struct cluster_node *n, struct cluster_request *r)
{
  free (r->payload);
  r->payload = NULL;
  r->next = n->unused;
  n->unused = r;
}

void
cluster_request_drop (struct cluster_node *n, struct cluster_request *r)
{
  gomp_mutex_lock (&n->lock);
  drop_held (n, r);
  gomp_mutex_unlock (&n->lock);
}

bool
cluster_request_forget (struct cluster_node *n, const void *task)
{
  gomp_mutex_lock (&n->lock);
  struct cluster_request **link = find_task (n, task), *r = *link;
  bool has_ended = r != NULL && r->has_ended;
  if (r != NULL)
    {
      *link = r->other;
      drop_held (n, r);
    }
  gomp_mutex_unlock (&n->lock);
  return has_ended;
}

bool
cluster_request_is_followed (struct cluster_device *d, const void *task)
{
  struct cluster_node *n = d->node;
  gomp_mutex_lock (&n->lock);
  const struct cluster_request *r = *find_task (n, task);
  bool is_followed = r != NULL && r->is_followed && r->device == d;
  gomp_mutex_unlock (&n->lock);
  return is_followed;
}

size_t
cluster_request_numbers (struct cluster_node *n, void *const *task,
                         size_t count, uint64_t *number)
{
  size_t found = 0;
  gomp_mutex_lock (&n->lock);
  for (size_t i = 0; i < count; i++)
    {
      const struct cluster_request *r = *find_task (n, task[i]);
      if (r != NULL && r->is_followed && !r->has_ended)
        number[found++] = r->number;
    }
  gomp_mutex_unlock (&n->lock);
  return found;
}

/* The request NUMBER of TASK was sent, so messages that follow may name it; it
   may have been answered and forgotten since.  */
static void
let_follow (struct cluster_node *n, const void *task, uint64_t number)
{
  gomp_mutex_lock (&n->lock);
  struct cluster_request *r = *find_task (n, task);
  if (r != NULL && r->number == number)
    r->is_followed = true;
  gomp_mutex_unlock (&n->lock);
}

static enum gomp_status
record_end (struct cluster_node *n, const struct cluster_request *r)
{
  if (r->device != NULL)
    return cluster_failure_record (
        r->device, r->function,
        gomp_wait_value ((struct gomp_wait_word *)(uintptr_t)&r->end)
                == CLUSTER_NOT_DONE
            ? r->payload
            : NULL);
  return gomp_error_set (GOMP_ERR_DEVICE, "%s: %s", n->name,
                         r->payload != NULL ? r->payload : n->text);
}

/* R has ended.  If a thread waits, it has R from now on.  */
void
cluster_request_end (struct cluster_node *n, struct cluster_request *r,
                     enum cluster_end end)
{
  void *task = r->task;
  if (task == NULL)
    {
      gomp_wait_set (&r->end, end, GOMP_WAIT_PRIVATE);
      return;
    }
  /* When libgomp ends the task, it asks for more.  */
  if (end == CLUSTER_NOT_DONE)
    {
      cluster_failure_refused (r->device, r->payload);
      r->payload = NULL;
    }
  gomp_mutex_lock (&n->lock);
  r->has_ended = end == CLUSTER_ANSWERED;
  gomp_mutex_unlock (&n->lock);
  GOMP_PLUGIN_target_task_completion (task);
}

/* Its answer could not be taken whole.  If the node is lost, the receiver may
   have ended all requests already, and would not find this one.  */
void
cluster_request_restore (struct cluster_node *n, struct cluster_request *r)
{
  free (r->payload);
  r->payload = NULL;
  gomp_mutex_lock (&n->lock);
  bool lost = atomic_load (&n->is_lost);
  if (!lost)
    insert (n, r);
  gomp_mutex_unlock (&n->lock);
  if (lost)
    cluster_request_end (n, r, CLUSTER_LOST);
}

void
cluster_request_end_all (struct cluster_node *n)
{
  for (unsigned i = 0; i < CLUSTER_BUCKETS; i++)
    for (;;)
      {
        gomp_mutex_lock (&n->lock);
        struct cluster_request *r = n->bucket[i];
        if (r != NULL)
          take_out (n, &n->bucket[i]);
        gomp_mutex_unlock (&n->lock);
        if (r == NULL)
          break;
        cluster_request_end (n, r, CLUSTER_LOST);
      }
}

static struct cluster_head
head_of (const struct cluster_call *call, uint64_t number)
{
  return (struct cluster_head){ .type = call->type,
                                .device = call->device != NULL
                                              ? call->device->index
                                              : 0,
                                .number = number };
}

/* The line is of no use any more.  The receiver finds that out, too, and knows
   the reason.  */
static void
send_or_break (const struct cluster_call *call, uint64_t number)
{
  struct cluster_head head = head_of (call, number);
  struct cluster_line *line = &call->node->line;
  if ((call->is_kept ? cluster_line_keep (line, &head, call->part, call->count)
                     : cluster_line_send (line, &head, call->part, call->count))
      != 0)
    cluster_line_break (&call->node->line);
}

static enum gomp_status
no_request (const struct cluster_call *call)
{
  if (!atomic_load (&call->node->is_lost))
    return GOMP_ERR_NOMEM;
  if (call->device != NULL)
    return cluster_failure_record (call->device, call->function, NULL);
  return gomp_error_set (GOMP_ERR_DEVICE, "%s: %s", call->node->name,
                         call->node->text);
}

enum gomp_status
cluster_request (const struct cluster_call *call,
                 struct cluster_request **answer)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct cluster_request *r = add (call);
  if (r == NULL)
    return no_request (call);
  send_or_break (call, r->number);
  cluster_lead_await (call->node, r);
  if (gomp_wait_value (&r->end) == CLUSTER_ANSWERED)
    {
      *answer = r;
      return GOMP_OK;
    }
  enum gomp_status status = record_end (call->node, r);
  cluster_request_drop (call->node, r);
  return status;
}

enum gomp_status
cluster_request_async (const struct cluster_call *call)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct cluster_request *r = add (call);
  if (r == NULL)
    return no_request (call);
  uint64_t number = r->number;
  send_or_break (call, number);
  if (call->is_followed)
    let_follow (call->node, call->task, number);
  cluster_lead_call (call->node);
  return GOMP_OK;
}

enum gomp_status
cluster_post (const struct cluster_call *call)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  /* What is written to a lost device has no effect.  */
  if (likely (!atomic_load (&call->node->is_lost)))
    send_or_break (call, 0);
  return GOMP_OK;
}

void
cluster_post_later (struct cluster_device *d, enum cluster_type type,
                    const void *payload, size_t size)
{
  const struct cluster_bytes part = { payload, size };
  const struct cluster_call call = { .type = type,
                                     .node = d->node,
                                     .device = d,
                                     .part = &part,
                                     .count = 1,
                                     .is_kept = true };
  unsigned condition = atomic_load (&d->condition);
  if (condition == CLUSTER_UP || condition == CLUSTER_FALLEN)
    cluster_post (&call);
}
