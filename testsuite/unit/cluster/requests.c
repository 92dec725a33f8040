/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Requests of a node that is lost while a thread takes an answer: all end.  The
   line, and who reads it, are stubs.  */

#include "check.h"
#include "cluster/host/remote.h"

static struct cluster_node node;
static unsigned completions;
static char task[64];

void __wrap_GOMP_PLUGIN_target_task_completion (void *data);
void
__wrap_GOMP_PLUGIN_target_task_completion (void *data)
{
  EXPECT (data == task);
  completions++;
}

int
cluster_line_send (struct cluster_line *line, struct cluster_head *head,
                   const struct cluster_bytes *part, size_t count)
{
  (void)line;
  (void)head;
  (void)part;
  (void)count;
  return 0;
}

int
cluster_line_keep (struct cluster_line *line, struct cluster_head *head,
                   const struct cluster_bytes *part, size_t count)
{
  return cluster_line_send (line, head, part, count);
}

void
cluster_line_break (struct cluster_line *line)
{
  (void)line;
}

void
cluster_lead_await (struct cluster_node *n, struct cluster_request *r)
{
  (void)n;
  (void)r;
}

void
cluster_lead_call (struct cluster_node *n)
{
  (void)n;
}

enum gomp_status
cluster_failure_record (struct cluster_device *d, uint64_t function,
                        const char *text)
{
  (void)d;
  (void)function;
  (void)text;
  return GOMP_ERR_DEVICE;
}

void
cluster_failure_refused (struct cluster_device *d, char *text)
{
  (void)d;
  (void)text;
}

/* A request of TASK, whose answer the calling thread takes.  */
static struct cluster_request *
take_answer (void)
{
  struct cluster_call call
      = { .type = CLUSTER_GET, .node = &node, .task = task };
  completions = 0;
  atomic_store (&node.is_lost, false);
  EXPECT (cluster_request_async (&call) == GOMP_OK);
  struct cluster_request *r = cluster_request_take (&node, node.number);
  EXPECT (r != NULL && r->task == task);
  return r;
}

/* The task has ended, once, without an answer.  */
static void
expect_end (void)
{
  EXPECT (completions == 1);
  EXPECT (!cluster_request_forget (&node, task));
}

static void
test_restored_before_the_loss (void)
{
  cluster_request_restore (&node, take_answer ());
  EXPECT (completions == 0);
  atomic_store (&node.is_lost, true);
  cluster_request_end_all (&node);
  expect_end ();
}

/* The receiver has ended all that it has found.  */
static void
test_restored_after_the_loss (void)
{
  struct cluster_request *r = take_answer ();
  atomic_store (&node.is_lost, true);
  cluster_request_end_all (&node);
  EXPECT (completions == 0);
  cluster_request_restore (&node, r);
  expect_end ();
}

/* The receiver has not begun with that.  */
static void
test_restored_at_the_loss (void)
{
  struct cluster_request *r = take_answer ();
  atomic_store (&node.is_lost, true);
  cluster_request_restore (&node, r);
  cluster_request_end_all (&node);
  expect_end ();
}

int
main (void)
{
  RUN (test_restored_before_the_loss);
  RUN (test_restored_after_the_loss);
  RUN (test_restored_at_the_loss);
  return check_done ();
}
