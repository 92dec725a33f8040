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
say_missing (const struct cluster_node *n)
{
  GOMP_PLUGIN_error ("cluster: no devices on %s: %s", n->name, n->text);
}

static void
init_node (struct cluster_node *n, const struct cluster_place *place,
           uint32_t first)
{
  n->place = place;
  n->first = first;
  n->listening = -1;
  n->line.in = n->line.out = -1;
  snprintf (n->name, sizeof (n->name), "%s", place->name);
}

/* Start all nodes, and wait for each.  */
static enum gomp_status
start_nodes (void)
{
  for (unsigned i = 0; i < cluster_node_count; i++)
    if (cluster_nodes[i].place->way == CLUSTER_LISTEN)
      {
        enum gomp_status status = cluster_start_listen (&cluster_nodes[i]);
        if (status != GOMP_OK)
          return status;
      }
  for (unsigned i = 0; i < cluster_node_count; i++)
    {
      enum gomp_status status = cluster_receive_start (&cluster_nodes[i]);
      if (status != GOMP_OK)
        return status;
    }
  for (unsigned i = 0; i < cluster_node_count; i++)
    {
      struct cluster_node *n = &cluster_nodes[i];
      gomp_wait_sleep (&n->started, 0, GOMP_WAIT_PRIVATE, -1);
      if (gomp_wait_value (&n->started) != 1)
        pthread_join ((pthread_t)n->thread, NULL);
      bool shared = false;
      for (unsigned j = i + 1; j < cluster_node_count; j++)
        shared |= cluster_nodes[j].listening == n->listening;
      if (!shared)
        os_close (&n->listening);
    }
  return GOMP_OK;
}

static void
add_devices (struct cluster_node *n)
{
  for (uint32_t i = 0; i < n->place->devices; i++)
    {
      struct cluster_device *d = &cluster_devices[n->first + i];
      d->node = n;
      d->index = i;
    }
}

/* Give numbers to the devices of the nodes that have started: those move to the
   front.  FAILED messages name a device by its node's, so nothing else
   changes.  */
static void
number_devices (void)
{
  unsigned count = 0;
  for (unsigned i = 0; i < cluster_node_count; i++)
    {
      struct cluster_node *n = &cluster_nodes[i];
      if (gomp_wait_value (&n->started) != 1)
        {
          say_missing (n);
          continue;
        }
      n->first = count;
      add_devices (n);
      count += n->place->devices;
    }
  for (unsigned i = 0; i < count; i++)
    {
      cluster_devices[i].ordinal = cluster_devices[i].number = (int)i;
      cluster_devices[i].program_devices = (int)count;
    }
  cluster_device_count = count;
}

bool
cluster_table_create (void)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct cluster_settings *s = &cluster_settings;
  if (cluster_settings_read (s) != GOMP_OK)
    return false;
  unsigned devices = 0;
  for (unsigned i = 0; i < s->places; i++)
    devices += s->place[i].devices;
  cluster_nodes = calloc (s->places, sizeof (*cluster_nodes));
  cluster_devices = calloc (devices, sizeof (*cluster_devices));
  if (cluster_nodes == NULL || cluster_devices == NULL)
    {
      gomp_error_set (GOMP_ERR_NOMEM, "out of memory for %u nodes", s->places);
      return false;
    }
  for (unsigned i = 0, first = 0; i < s->places; i++)
    {
      init_node (&cluster_nodes[i], &s->place[i], first);
      first += s->place[i].devices;
    }
  cluster_node_count = s->places;
  if (start_nodes () != GOMP_OK)
    return false;
  number_devices ();
  os_origin_watch ();
  pthread_atfork (NULL, NULL, mark_forked);
  if (cluster_device_count == 0)
    gomp_error_set (GOMP_ERR_NODEV, "no node of OFFLOAD_HOSTS has started");
  return cluster_device_count != 0;
}
