/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The mapping checker's messages.  The states of device memory, the logs and
   the reports are x86emul's (host/check.h); the host has its own copy of what
   it looked at.

   A device's `telling' guards its list of logs and orders its reports: each was
   sent before any region is answered that ends later.  The thread that leads
   calls node_take_*, any thread the others.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/access_log.h"
#include "host/check.h"
#include "server.h"

/* As many reports go in one message.  */
#define REPORTS_AT_ONCE 16

static inline bool
is_checked (const struct node_device *d)
{
  return d->d->checker.shadow != NULL;
}

int
node_take_change (struct node_server *s, const struct cluster_head *head)
{
  struct cluster_change c;
  struct node_device *d = node_device_at (s, head->device);
  int r = cluster_line_take (&s->line, &c, sizeof (c));
  if (r != 0)
    return r;
  const struct gomp_check_change change = { .cleared = (unsigned char)c.cleared,
                                            .set = (unsigned char)c.set,
                                            .poisons = c.poisons != 0 };
  return d != NULL && is_checked (d) && node_memory_open (d, c.backed)
                 && x86emul_check_change (d->d, c.start, c.size, &change)
             ? 0
             : EPROTO;
}

/* ---- Logs.  */

/* With `telling'.  */
static void
forget (struct node_device *d, uint32_t number)
{
  if (d->log[number - 1] != 0)
    x86emul_access_log_clear (d->d, d->log[number - 1]);
  d->log[number - 1] = 0;
}

int
node_take_forget (struct node_server *s, const struct cluster_head *head)
{
  struct cluster_forget f;
  struct node_device *d = node_device_at (s, head->device);
  int r = cluster_line_take (&s->line, &f, sizeof (f));
  if (r != 0)
    return r;
  if (d == NULL || f.log == 0 || f.log > CLUSTER_LOGS_MAX)
    return EPROTO;
  gomp_mutex_lock (&d->telling);
  forget (d, f.log);
  gomp_mutex_unlock (&d->telling);
  return 0;
}

unsigned
node_check_log_give (struct node_device *d, uint32_t number)
{
  if (number == 0 || number > CLUSTER_LOGS_MAX || !is_checked (d))
    return 0;
  x86emul_access_log_give (d->d);
  return x86emul_access_log_take ();
}

void
node_check_log_keep (struct node_device *d, uint32_t number, unsigned log)
{
  if (log == 0)
    return;
  gomp_mutex_lock (&d->telling);
  forget (d, number);
  d->log[number - 1] = (uint8_t)log;
  gomp_mutex_unlock (&d->telling);
}

void
node_check_clear (struct node_device *d)
{
  memset (d->log, 0, sizeof (d->log));
}

/* ---- What the host looks at.  */

/* Copy the marks in LOG of the SIZE bytes at START to MARKS.  */
static void
copy_marks (struct node_device *d, unsigned log, uint64_t start, uint64_t size,
            unsigned char *marks)
{
  for (uint64_t i = 0; i < size;)
    {
      size_t count = size - i;
      const unsigned char *from
          = x86emul_access_log_marks (d->d, log, start + i, &count);
      if (from != NULL)
        memcpy (marks + i, from, count);
      i += count;
    }
}

static void
answer_marks (struct node_server *s, const struct node_job *job,
              struct node_device *d, const struct cluster_look *look)
{
  unsigned char *marks = calloc (1, look->size + 1);
  if (marks == NULL)
    {
      gomp_error_set (GOMP_ERR_NOMEM, "out of memory for the marks of a log");
      node_refuse (s, job, d);
      return;
    }
  gomp_mutex_lock (&d->telling);
  unsigned log = d->log[look->log - 1];
  if (log != 0)
    copy_marks (d, log, look->start, look->size, marks);
  gomp_mutex_unlock (&d->telling);
  const struct cluster_bytes part = { marks, look->size };
  node_answer (s, job, CLUSTER_DONE, &part, 1);
  free (marks);
}

void
node_run_look (struct node_server *s, const struct node_job *job)
{
  const struct cluster_look *look = (const struct cluster_look *)job->payload;
  struct node_device *d = node_device_at (s, job->head.device);
  struct gomp_check_view view;
  if (d == NULL || job->head.size != sizeof (*look)
      || look->log > CLUSTER_LOGS_MAX || !node_memory_open (d, look->backed)
      || !x86emul_check_look (d->d, look->start, look->size, &view))
    {
      gomp_error_set (GOMP_ERR_INVALID, "a message to the node makes no sense");
      node_refuse (s, job, NULL);
      return;
    }
  if (look->log != 0)
    {
      answer_marks (s, job, d, look);
      return;
    }
  const struct cluster_bytes part[]
      = { { view.states, look->size }, { view.bytes, look->size } };
  node_answer (s, job, CLUSTER_DONE, part, GOMP_ARRAY_SIZE (part));
}

/* ---- Reports.  */

/* Take the next reports of D; returns how many.  */
static size_t
take_reports (struct node_device *d, struct cluster_report *report, size_t room)
{
  struct gomp_check_report r;
  size_t count = 0;
  while (count < room && x86emul_check_take (d->d, &r))
    {
      struct cluster_report *to = &report[count++];
      *to = (struct cluster_report){ .kind = r.kind,
                                     .is_write = r.is_write,
                                     .address = r.address,
                                     .start = r.start,
                                     .size = r.size,
                                     .function = (uintptr_t)r.function };
      memcpy (to->location, r.location, sizeof (to->location));
    }
  return count;
}

void
node_check_report (struct node_server *s, const struct node_job *job,
                   struct node_device *d)
{
  struct cluster_report report[REPORTS_AT_ONCE];
  struct node_job unasked = *job;
  size_t count;
  unasked.head.number = 0;
  if (!is_checked (d))
    return;
  gomp_mutex_lock (&d->telling);
  while ((count = take_reports (d, report, REPORTS_AT_ONCE)) > 0)
    {
      const struct cluster_bytes part = { report, count * sizeof (*report) };
      node_answer (s, &unasked, CLUSTER_REPORTS, &part, 1);
    }
  gomp_mutex_unlock (&d->telling);
}
