/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The devices of the node: their start and end.  Owns no data; the host asks
   for one thing of a device at a time.  */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/lifecycle.h"
#include "os/memory.h"
#include "server.h"

/* The part of device memory that the node hands out itself.  */
#define SLICE_PART 8

/* One string of START: a variable, or with an empty name the directory.  */
static void
take_setting (const char *text)
{
  char name[256];
  const char *equals = strchr (text, '=');
  if (equals == NULL || (size_t)(equals - text) >= sizeof (name))
    return;
  if (equals == text)
    {
      /* A machine need not have it.  */
      if (chdir (equals + 1) != 0)
        errno = 0;
      return;
    }
  snprintf (name, sizeof (name), "%.*s", (int)(equals - text), text);
  setenv (name, equals + 1, 1);
}

static bool
create_devices (struct node_server *s)
{
  char number[16];
  snprintf (number, sizeof (number), "%u", s->devices);
  setenv ("OFFLOAD_EMUL_NUM", number, 1);
  x86emul_options_read (&s->options);
  s->options.devices = s->devices;
  node_deferred_start ();
  s->device = calloc (s->devices + 1, sizeof (*s->device));
  if (s->device == NULL || x86emul_devices_create (&s->options) != GOMP_OK)
    return false;
  for (uint32_t i = 0; i < s->devices; i++)
    {
      s->device[i].d = &x86emul_devices[i];
      s->device[i].number = (int)(s->first + i);
      /* Devices of all nodes have addresses of their own.  */
      x86emul_devices[i].ordinal = (int)(s->first + i);
    }
  return true;
}

/* The host's address follows.  From then on messages go by UCX, an empty HEAD
   first.  */
static bool
connect_ucx (struct node_server *s, struct cluster_head *head)
{
  char address[CLUSTER_UCX_ADDRESS_MAX];
  struct cluster_head asked;
  int r = cluster_line_receive (&s->line, &asked);
  if (r == 0
      && (asked.type != CLUSTER_ADDRESS || asked.size == 0
          || asked.size > sizeof (address)))
    r = EPROTO;
  if (r == 0)
    r = cluster_line_take (&s->line, address, asked.size);
  gomp_wait_set (&s->taken, 2, GOMP_WAIT_PRIVATE);
  if (r == 0 && cluster_ucx_connect (&s->line, address) != GOMP_OK)
    return false;
  if (r == 0)
    r = cluster_line_send (&s->line, head, NULL, 0);
  if (r != 0)
    gomp_error_errno (GOMP_ERR_SYSTEM, r, "cannot reach the program by UCX");
  return r == 0;
}

/* Make this end of a connection by UCX if the host wants one, and answer.  */
static bool
answer_start (struct node_server *s, const struct cluster_head *asked,
              const struct cluster_start *start)
{
  const void *own = NULL;
  size_t own_size = 0;
  if (start->by_ucx != 0
      && cluster_ucx_open (&s->line, &own, &own_size) != GOMP_OK)
    return false;
  struct cluster_ready ready = { .memory = os_memory_size (),
                                 .cpus = os_num_procs (),
                                 .page_size = (uint32_t)os_page_size (),
                                 .process = (uint32_t)getpid (),
                                 .address = (uint32_t)own_size };
  const struct cluster_bytes part[] = { { &ready, sizeof (ready) },
                                        { own, own_size },
                                        { s->name, strlen (s->name) } };
  struct cluster_head head = { .type = CLUSTER_READY, .number = asked->number };
  int r = cluster_line_send (&s->line, &head, part, GOMP_ARRAY_SIZE (part));
  if (r != 0)
    gomp_error_errno (GOMP_ERR_SYSTEM, r, "cannot reach the program");
  return r == 0 && (start->by_ucx == 0 || connect_ucx (s, &head));
}

/* Do what START asks for.  TEXT, SIZE bytes: what follows it.  */
static bool
start (struct node_server *s, const struct cluster_head *head,
       const struct cluster_start *start, const char *text, size_t size)
{
  for (size_t i = 0; i < size; i += strlen (text + i) + 1)
    take_setting (text + i);
  gomp_wait_set (&s->taken, 1, GOMP_WAIT_PRIVATE);
  s->devices = start->devices;
  s->first = start->first;
  s->checks = start->checks != 0;
  cluster_line_watch (&s->line, start->heartbeat * UINT64_C (1000000000));
  return create_devices (s) && answer_start (s, head, start);
}

bool
node_start (struct node_server *s)
{
  struct cluster_head head;
  struct cluster_start asked;
  char text[CLUSTER_TEXT_MAX];
  int r = cluster_line_receive (&s->line, &head);
  if (r == 0
      && (head.type != CLUSTER_START || head.size < sizeof (asked)
          || head.size - sizeof (asked) >= sizeof (text)))
    r = EPROTO;
  if (r == 0)
    r = cluster_line_take (&s->line, &asked, sizeof (asked));
  size_t size = r == 0 ? (size_t)(head.size - sizeof (asked)) : 0;
  if (r == 0)
    r = cluster_line_take (&s->line, text, size);
  if (r == 0
      && (asked.devices == 0 || asked.devices > CLUSTER_DEVICES_MAX
          || asked.first > INT32_MAX / 2))
    r = EPROTO;
  if (r != 0)
    {
      gomp_error_errno (GOMP_ERR_SYSTEM, r, "the program does not start");
      return false;
    }
  text[size] = '\0';
  if (start (s, &head, &asked, text, size))
    return true;
  const struct node_job job = { .head = head };
  node_refuse (s, &job, NULL);
  return false;
}

/* How long to wait for users before a look at the line.  */
#define LOOK_NS 1000000

/* Wait until nobody uses what D had before CLOSE: regions end as soon as their
   threads find it stopped.  False: the line has ended.  */
static bool
await_users (struct node_device *d)
{
  unsigned users;
  while ((users = gomp_wait_value (&d->users)) != 0)
    {
      if (gomp_wait_value (&node_server.ended) != 0)
        return false;
      gomp_wait_sleep (&d->users, users, GOMP_WAIT_PRIVATE, LOOK_NS);
    }
  return true;
}

static enum gomp_status
start_device (struct node_device *d)
{
  node_deferred_clear (d);
  if (!await_users (d))
    return gomp_error_set (GOMP_ERR_DEVICE, "the program has ended");
  enum gomp_status status = x86emul_lifecycle_start (d->d);
  node_images_clear (d);
  if (status != GOMP_OK)
    return status;
  struct x86emul_memory *m = &d->d->memory;
  d->slice = m->size / SLICE_PART & ~(uint64_t)(X86EMUL_PAGE_SIZE - 1);
  gomp_mutex_lock (&d->telling);
  d->is_told = false;
  node_check_clear (d);
  gomp_mutex_unlock (&d->telling);
  return x86emul_arena_limit (m->arena, d->slice,
                              x86emul_arena_backed (m->arena));
}

static void
stop_device (struct node_device *d)
{
  x86emul_lifecycle_stop (d->d);
  node_deferred_clear (d);
}

void
node_run_open (struct node_server *s, const struct node_job *job)
{
  const struct cluster_open *open = (const struct cluster_open *)job->payload;
  if (job->head.device >= s->devices || job->head.size != sizeof (*open)
      || atomic_load (&s->device[job->head.device].opened))
    {
      gomp_error_set (GOMP_ERR_INVALID, "a message to the node makes no sense");
      node_refuse (s, job, NULL);
      return;
    }
  struct node_device *d = &s->device[job->head.device];
  d->number = open->number;
  s->program_devices = open->devices;
  if (start_device (d) != GOMP_OK)
    {
      node_refuse (s, job, NULL);
      return;
    }
  const struct x86emul_memory *m = &d->d->memory;
  const struct cluster_opened opened = { .start = m->start + d->slice,
                                         .size = m->size - d->slice,
                                         .window_start = m->window.start,
                                         .window_size = m->window.size };
  atomic_store (&d->opened, true);
  const struct cluster_bytes part = { &opened, sizeof (opened) };
  node_answer (s, job, CLUSTER_OPENED, &part, 1);
}

void
node_run_close (struct node_server *s, const struct node_job *job)
{
  struct node_device *d = node_device_at (s, job->head.device);
  if (d != NULL)
    {
      atomic_store (&d->opened, false);
      stop_device (d);
    }
  node_output_drain (s);
  node_answer (s, job, CLUSTER_CLOSED, NULL, 0);
}

void
node_stop (struct node_server *s)
{
  for (uint32_t i = 0; i < s->devices; i++)
    if (atomic_load (&s->device[i].opened))
      stop_device (&s->device[i]);
}
