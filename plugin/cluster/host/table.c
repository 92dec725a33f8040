/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The table of nodes and devices.  Made by one thread, constant afterwards.

   All nodes start at the same time.  If a node does not start, the program goes
   on with the others, and the devices of this node get no numbers.

   In the child of a fork the lines are closed, so that a node sees the end of
   the program even if a child lives on.  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/uncancelled.h"
#include "os/channel.h"
#include "os/origin.h"
#include "remote.h"

static struct cluster_group *groups; /* as many as the settings have */

struct cluster_settings cluster_settings;
struct cluster_node *cluster_nodes;
unsigned cluster_node_count;
struct cluster_device *cluster_devices;
unsigned cluster_device_count;

static void
mark_forked (void)
{
  for (unsigned i = 0; i < cluster_device_count; i++)
    atomic_store (&cluster_devices[i].condition, CLUSTER_FORKED);
  for (unsigned i = 0; i < cluster_node_count; i++)
    {
      os_close (&cluster_nodes[i].line.in);
      cluster_nodes[i].line.out = -1;
    }
  os_origin_renew ();
}

bool
cluster_is_usable (struct cluster_device *d)
{
  if (os_origin_lost ())
    mark_forked ();
  /* Acquire: pairs with the store in cluster_device_start.  */
  unsigned condition
      = atomic_load_explicit (&d->condition, memory_order_acquire);
  if (likely (condition == CLUSTER_UP))
    return true;
  if (condition == CLUSTER_FALLEN)
    cluster_failure_record (d, 0, NULL);
  else if (condition == CLUSTER_FORKED)
    gomp_error_set (GOMP_ERR_NODEV,
                    "%s cannot be used in this process: it was forked after "
                    "the nodes were started\n  hint: fork before the first "
                    "target construct, or call exec in the child",
                    d->label);
  else
    gomp_error_set (GOMP_ERR_NODEV, "%s is not started", d->label);
  return false;
}

static void
init_node (struct cluster_node *n, const struct cluster_element *element,
           uint32_t first)
{
  n->element = element;
  n->first = first;
  n->line.in = n->line.out = -1;
  snprintf (n->name, sizeof (n->name), "%s", element->name);
  if (element->group == 0)
    return;
  n->group = &groups[element->group - 1];
  n->group->members++;
  if (n->group->element == NULL)
    n->group->element = element;
}

static enum gomp_status
begin_groups (void)
{
  for (unsigned i = 0; i < cluster_settings.groups; i++)
    groups[i].listening = -1;
  for (unsigned i = 0; i < cluster_settings.groups; i++)
    {
      atomic_init (&groups[i].left, groups[i].members);
      enum gomp_status status = cluster_group_begin (&groups[i]);
      if (status != GOMP_OK)
        return status;
    }
  return GOMP_OK;
}

/* Start all nodes, and wait for each.  */
static enum gomp_status
start_nodes (void)
{
  enum gomp_status status = begin_groups ();
  unsigned started = 0;
  while (status == GOMP_OK && started < cluster_node_count)
    {
      status = cluster_receive_start (&cluster_nodes[started]);
      started += status == GOMP_OK;
    }
  for (unsigned i = 0; i < started; i++)
    {
      struct cluster_node *n = &cluster_nodes[i];
      gomp_wait_sleep (&n->started, 0, GOMP_WAIT_PRIVATE, -1);
      if (gomp_wait_value (&n->started) != 1)
        pthread_join ((pthread_t)n->thread, NULL);
    }
  for (unsigned i = 0; i < cluster_settings.groups; i++)
    cluster_group_close (&groups[i]);
  return status;
}

/* ---- Numbers.  */

static bool
has_started (const struct cluster_node *n)
{
  return gomp_wait_value ((struct gomp_wait_word *)(uintptr_t)&n->started) == 1;
}

/* Say why N has no devices, once for all nodes that connect as it does.  */
static void
say_missing (const struct cluster_node *n)
{
  unsigned missing = 0;
  if (n->group == NULL || n->group->members == 1)
    {
      GOMP_PLUGIN_error ("cluster: no devices on %s: %s", n->name, n->text);
      return;
    }
  for (unsigned i = 0; i < cluster_node_count; i++)
    {
      const struct cluster_node *o = &cluster_nodes[i];
      if (o->group != n->group || has_started (o))
        continue;
      if (missing++ == 0 && o != n)
        return;
    }
  GOMP_PLUGIN_error ("cluster: no devices on %u of the %u nodes of '%s': %s",
                     missing, n->group->members, n->element->name, n->text);
}

/* The position of N in OFFLOAD_HOSTS.  */
static ptrdiff_t
position (const struct cluster_node *n)
{
  return (n->element->way < CLUSTER_BY_MEET ? n->element : n->group->element)
         - cluster_settings.element;
}

/* Nodes of one element come in any order, and get that of their names.  */
static int
compare (const void *a, const void *b)
{
  const struct cluster_node *x = *(struct cluster_node *const *)a;
  const struct cluster_node *y = *(struct cluster_node *const *)b;
  if (position (x) != position (y))
    return position (x) < position (y) ? -1 : 1;
  if (has_started (x) != has_started (y))
    return has_started (x) ? -1 : 1;
  int r = strverscmp (x->name, y->name);
  return r != 0 ? r : x < y ? -1 : x > y;
}

static void
add_devices (struct cluster_node *n)
{
  for (uint32_t i = 0; i < n->element->devices; i++)
    {
      struct cluster_device *d = &cluster_devices[n->first + i];
      d->node = n;
      d->index = i;
      snprintf (d->name, sizeof (d->name), "x86emul on %s", n->name);
    }
}

/* Give numbers to the devices of the nodes that have started: those move to the
   front.  FAILED messages name a device by its node's, so nothing else
   changes.  */
static bool
number_devices (void)
{
  unsigned count = 0;
  struct cluster_node **order = calloc (cluster_node_count, sizeof (*order));
  if (order == NULL)
    return false;
  for (unsigned i = 0; i < cluster_node_count; i++)
    order[i] = &cluster_nodes[i];
  qsort (order, cluster_node_count, sizeof (*order), compare);
  for (unsigned i = 0; i < cluster_node_count; i++)
    {
      struct cluster_node *n = order[i];
      if (!has_started (n))
        {
          say_missing (n);
          continue;
        }
      n->first = count;
      add_devices (n);
      count += n->element->devices;
    }
  free (order);
  for (unsigned i = 0; i < count; i++)
    {
      cluster_devices[i].ordinal = cluster_devices[i].number = (int)i;
      cluster_devices[i].program_devices = (int)count;
    }
  cluster_device_count = count;
  return true;
}

bool
cluster_table_create (void)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct cluster_settings *s = &cluster_settings;
  if (cluster_settings_read (s) != GOMP_OK)
    return false;
  unsigned devices = 0;
  for (unsigned i = 0; i < s->elements; i++)
    devices += s->element[i].devices;
  cluster_nodes = calloc (s->elements, sizeof (*cluster_nodes));
  cluster_devices = calloc (devices, sizeof (*cluster_devices));
  groups = calloc (s->groups + 1, sizeof (*groups));
  if (cluster_nodes == NULL || cluster_devices == NULL || groups == NULL)
    {
      gomp_error_set (GOMP_ERR_NOMEM, "out of memory for %u nodes",
                      s->elements);
      return false;
    }
  for (unsigned i = 0, first = 0; i < s->elements; i++)
    {
      init_node (&cluster_nodes[i], &s->element[i], first);
      first += s->element[i].devices;
    }
  cluster_node_count = s->elements;
  if (start_nodes () != GOMP_OK || !number_devices ())
    return false;
  os_origin_watch ();
  pthread_atfork (NULL, NULL, mark_forked);
  if (cluster_device_count == 0)
    gomp_error_set (GOMP_ERR_NODEV, "no node of OFFLOAD_HOSTS has started");
  return cluster_device_count != 0;
}
