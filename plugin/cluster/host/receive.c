/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What a node sends, and its receiver: the thread that starts the node and then
   reads the line if no other thread does (lead.c).  Who reads it never waits
   until it can send.

   Each message is checked before any of it is used: the node may run a wild
   region, or be another program.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/process.h"
#include "remote.h"

/* Most bytes of an answer that are kept.  */
#define ANSWER_MAX ((uint64_t)256 << 20)

/* Store the next SIZE bytes at HOST.  What is the same is not written: GCC maps
   constants as tofrom.  */
static int
take_piece (struct cluster_node *n, char *host, uint64_t size)
{
  while (size > 0)
    {
      const void *from;
      size_t count;
      int r = cluster_line_look (&n->line, size, &from, &count);
      if (r != 0)
        return r;
      if (memcmp (host, from, count) != 0)
        memcpy (host, from, count);
      host += count;
      size -= count;
    }
  return 0;
}

/* Store the data of DONE when all have come: if they do not, the region may run
   again, from unchanged data of the host.  */
static int
take_whole (struct cluster_node *n, const struct cluster_head *head,
            struct cluster_request *r)
{
  char *bytes = malloc (head->size + 1), *from = bytes;
  int e = bytes != NULL ? cluster_line_take (&n->line, bytes, head->size)
                        : ENOMEM;
  for (size_t i = 0; i < r->count && e == 0; i++)
    {
      if (memcmp (r->piece[i].host, from, r->piece[i].size) != 0)
        memcpy (r->piece[i].host, from, r->piece[i].size);
      from += r->piece[i].size;
    }
  free (bytes);
  return e;
}

static int
take_done (struct cluster_node *n, const struct cluster_head *head,
           struct cluster_request *r)
{
  uint64_t expected = 0;
  for (size_t i = 0; i < r->count; i++)
    expected += r->piece[i].size;
  int e = head->size == expected ? 0 : EPROTO;
  if (e == 0 && cluster_settings.lost != GOMP_LOST_STOP)
    return take_whole (n, head, r);
  for (size_t i = 0; i < r->count && e == 0; i++)
    e = take_piece (n, r->piece[i].host, r->piece[i].size);
  return e;
}

static int
take_payload (struct cluster_node *n, const struct cluster_head *head,
              struct cluster_request *r)
{
  if (head->size > ANSWER_MAX)
    return EPROTO;
  r->payload = malloc (head->size + 1);
  if (r->payload == NULL)
    return ENOMEM;
  r->payload[head->size] = '\0';
  r->size = head->size;
  return cluster_line_take (&n->line, r->payload, head->size);
}

static int
take_answer (struct cluster_node *n, const struct cluster_head *head)
{
  struct cluster_request *r = cluster_request_take (n, head->number);
  if (r == NULL)
    return EPROTO;
  /* Relaxed: only `reading' changes it.  */
  atomic_store_explicit (
      &n->answers, atomic_load_explicit (&n->answers, memory_order_relaxed) + 1,
      memory_order_relaxed);
  r->type = head->type;
  if (r->function != 0)
    cluster_check_moved (r->device);
  int e = head->type == CLUSTER_DONE ? take_done (n, head, r)
                                     : take_payload (n, head, r);
  if (e != 0)
    cluster_request_restore (n, r);
  else
    cluster_request_end (n, r,
                         head->type == CLUSTER_REFUSED ? CLUSTER_NOT_DONE
                                                       : CLUSTER_ANSWERED);
  return e;
}

/* A text must not be longer than it says.  */
static void
close_texts (struct x86emul_failure_facts *f)
{
  f->mapping[sizeof (f->mapping) - 1] = '\0';
  f->pc[sizeof (f->pc) - 1] = '\0';
}

/* Take a message that is SIZE bytes, about a device.  */
static int
take_about (struct cluster_node *n, const struct cluster_head *head,
            void *bytes, size_t size, struct cluster_device **d)
{
  if (head->size != size || head->device >= n->element->devices)
    return EPROTO;
  *d = &cluster_devices[n->first + head->device];
  return cluster_line_take (&n->line, bytes, size);
}

static int
take_failed (struct cluster_node *n, const struct cluster_head *head)
{
  struct x86emul_failure_facts facts;
  struct cluster_device *d;
  int e = take_about (n, head, &facts, sizeof (facts), &d);
  if (e != 0)
    return e;
  close_texts (&facts);
  gomp_mutex_lock (&d->lock);
  d->facts = facts;
  d->has_facts = true;
  gomp_mutex_unlock (&d->lock);
  unsigned up = CLUSTER_UP;
  atomic_compare_exchange_strong (&d->condition, &up, CLUSTER_FALLEN);
  return 0;
}

static int
take_overrun (struct cluster_node *n, const struct cluster_head *head)
{
  struct cluster_range range;
  struct cluster_device *d;
  int e = take_about (n, head, &range, sizeof (range), &d);
  if (e == 0)
    cluster_overrun_add (d, range);
  return e;
}

/* Write what a device has written; nobody can be told of an error.  */
static int
take_output (struct cluster_node *n, const struct cluster_head *head)
{
  int e = head->device == STDOUT_FILENO || head->device == STDERR_FILENO
              ? 0
              : EPROTO;
  uint64_t left = head->size;
  struct os_quiet quiet;
  os_quiet_begin (&quiet);
  while (left > 0 && e == 0)
    {
      const void *text;
      size_t size;
      e = cluster_line_look (&n->line, left, &text, &size);
      left -= e == 0 ? size : 0;
      for (size_t i = 0; e == 0 && i < size;)
        {
          ssize_t w
              = write ((int)head->device, (const char *)text + i, size - i);
          if (w < 0 && errno != EINTR)
            break;
          i += w > 0 ? (size_t)w : 0;
        }
    }
  os_quiet_end (&quiet);
  return e;
}

int
cluster_receive_message (struct cluster_node *n)
{
  struct cluster_head head;
  int e = cluster_line_poll (&n->line, &head);
  if (e != 0)
    return e;
  switch (head.type)
    {
    case CLUSTER_FAILED:
      return take_failed (n, &head);
    case CLUSTER_OUTPUT:
      return take_output (n, &head);
    case CLUSTER_OVERRUN:
      return take_overrun (n, &head);
    case CLUSTER_REPORTS:
      return cluster_check_take_reports (n, &head);
    case CLUSTER_READY:
    case CLUSTER_OPENED:
    case CLUSTER_CLOSED:
    case CLUSTER_NEED:
    case CLUSTER_LOADED:
    case CLUSTER_UNLOADED:
    case CLUSTER_MET:
    case CLUSTER_DONE:
    case CLUSTER_REFUSED:
      return take_answer (n, &head);
    default:
      return EPROTO;
    }
}

static void *
run (void *data)
{
  struct cluster_node *n = data;
  uint64_t deadline
      = os_time_ns () + cluster_settings.start_timeout * UINT64_C (1000000000);
  if (cluster_start_node (n, deadline) != GOMP_OK)
    {
      strncpy (n->text, gomp_error_text (), sizeof (n->text) - 1);
      atomic_store (&n->is_lost, true);
      cluster_start_finish (n);
      gomp_error_fini ();
      gomp_wait_set (&n->started, 2, GOMP_WAIT_PRIVATE);
      return NULL;
    }
  gomp_wait_set (&n->started, 1, GOMP_WAIT_PRIVATE);
  int e = cluster_lead_stand_by (n);
  cluster_failure_lose (n, e);
  cluster_request_end_all (n);
  cluster_start_finish (n);
  gomp_error_fini ();
  return NULL;
}

enum gomp_status
cluster_receive_start (struct cluster_node *n)
{
  int r = os_thread_start (run, n, 0, &n->thread);
  return r == 0
             ? GOMP_OK
             : gomp_error_errno (GOMP_ERR_SYSTEM, r,
                                 "cannot start a thread for node %s", n->name);
}
