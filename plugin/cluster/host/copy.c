/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Copies and regions.  Owns no data; any thread.

   A write to a device has no answer, and no thread waits for one: the node
   takes messages in their order.  A read costs a round trip.  So does a region,
   together with all of its results.  Those of tasks, and writes of tasks, may
   name others that must have ended.  */

#include <stdlib.h>

#include "output.h"
#include "remote.h"

/* Arrays for so many elements are on the stack.  */
#define FEW 32
/* A message has at most so many parts besides.  */
#define OTHER_PARTS 4

/* What both arrays of a message need.  */
struct list
{
  struct cluster_range few_ranges[FEW];
  struct cluster_bytes few_parts[FEW + OTHER_PARTS];
  struct cluster_range *range;
  struct cluster_bytes *part;
};

static bool
list_init (struct list *l, size_t count)
{
  l->range = l->few_ranges;
  l->part = l->few_parts;
  if (count <= FEW)
    return true;
  l->range = calloc (count, sizeof (*l->range));
  l->part = calloc (count + OTHER_PARTS, sizeof (*l->part));
  if (count <= CLUSTER_RANGES_MAX && l->range != NULL && l->part != NULL)
    return true;
  free (l->range);
  free (l->part);
  gomp_error_set (GOMP_ERR_NOMEM, "out of memory for %zu parts of a copy",
                  count);
  return false;
}

static void
list_free (struct list *l)
{
  if (l->range == l->few_ranges)
    return;
  free (l->range);
  free (l->part);
}

enum gomp_status
cluster_put (struct cluster_device *d, uint64_t address,
             const struct gomp_host_part *part, size_t count, bool for_region)
{
  struct list l;
  struct cluster_put put
      = { .backed = x86emul_arena_backed (d->arena), .count = (uint32_t)count };
  if (!list_init (&l, count))
    return GOMP_ERR_NOMEM;
  l.part[0] = (struct cluster_bytes){ &put, sizeof (put) };
  l.part[1] = (struct cluster_bytes){ l.range, count * sizeof (*l.range) };
  for (size_t i = 0; i < count; i++)
    {
      l.range[i]
          = (struct cluster_range){ address + part[i].offset, part[i].size };
      l.part[i + 2] = (struct cluster_bytes){ part[i].start, part[i].size };
    }
  const struct cluster_call call = { .type = CLUSTER_PUT,
                                     .node = d->node,
                                     .device = d,
                                     .part = l.part,
                                     .count = count + 2,
                                     .is_kept = for_region };
  enum gomp_status status = cluster_post (&call);
  cluster_check_moved (d);
  list_free (&l);
  return status;
}

enum gomp_status
cluster_move (struct cluster_device *d, uint64_t to, uint64_t from, size_t size)
{
  const struct cluster_copy copy = { .backed = x86emul_arena_backed (d->arena),
                                     .to = to,
                                     .from = from,
                                     .size = size };
  const struct cluster_bytes part = { &copy, sizeof (copy) };
  const struct cluster_call call = { .type = CLUSTER_COPY,
                                     .node = d->node,
                                     .device = d,
                                     .part = &part,
                                     .count = 1 };
  enum gomp_status status = cluster_post (&call);
  cluster_check_moved (d);
  return status;
}

static uint32_t
list_zones (const struct cluster_launch *l,
            struct cluster_range zone[CLUSTER_ZONES_MAX])
{
  uint32_t count
      = l->zones < CLUSTER_ZONES_MAX ? (uint32_t)l->zones : CLUSTER_ZONES_MAX;
  for (uint32_t i = 0; i < count; i++)
    zone[i] = (struct cluster_range){ l->zone[i].device, l->zone[i].size };
  return count;
}

/* Send a message of TYPE that names PIECEs, and wait unless there is a TASK.
   STORE has their bytes with it, and others get them with the answer.  */
static enum gomp_status
ask (struct cluster_device *d, enum cluster_type type,
     const struct cluster_launch *launch, const struct gomp_device_piece *piece,
     size_t count, void *task)
{
  struct list l;
  struct cluster_request *r;
  uint64_t after[CLUSTER_AFTER_MAX];
  size_t named = 0;
  struct cluster_region region = { .backed = x86emul_arena_backed (d->arena),
                                   .function = launch->function,
                                   .block = launch->block,
                                   .num_teams = launch->num_teams,
                                   .thread_limit = launch->thread_limit,
                                   .count = (uint32_t)count };
  struct cluster_range zone[CLUSTER_ZONES_MAX];
  if (unlikely (d->checker.is_on) && type == CLUSTER_REGION)
    region.log = cluster_check_log_next ();
  else
    region.zones = list_zones (launch, zone);
  if (launch->is_followed)
    {
      named = cluster_request_numbers (d->node, launch->after,
                                       launch->after_count, after);
      region.chain = (uint32_t)named + 1;
    }
  else if (task != NULL && type == CLUSTER_REGION)
    region.chain = CLUSTER_DEFERRED;
  if (!list_init (&l, count))
    return GOMP_ERR_NOMEM;
  l.part[0] = (struct cluster_bytes){ &region, sizeof (region) };
  l.part[1] = (struct cluster_bytes){ l.range, count * sizeof (*l.range) };
  l.part[2] = (struct cluster_bytes){ after, named * sizeof (*after) };
  l.part[3] = (struct cluster_bytes){ zone, region.zones * sizeof (*zone) };
  for (size_t i = 0; i < count; i++)
    {
      l.range[i] = (struct cluster_range){ piece[i].device, piece[i].size };
      l.part[i + OTHER_PARTS]
          = (struct cluster_bytes){ piece[i].host, piece[i].size };
    }
  bool stores = type == CLUSTER_STORE;
  const struct cluster_call call
      = { .type = type,
          .node = d->node,
          .device = d,
          .part = l.part,
          .count = OTHER_PARTS + (stores ? count : 0),
          .piece = piece,
          .pieces = stores ? 0 : count,
          .function = launch->function,
          .task = task,
          .is_followed = launch->is_followed };
  enum gomp_status status;
  if (task != NULL)
    status = cluster_request_async (&call);
  else
    {
      status = cluster_request (&call, &r);
      if (status == GOMP_OK)
        cluster_request_drop (d->node, r);
    }
  list_free (&l);
  return status;
}

enum gomp_status
cluster_get (struct cluster_device *d, const struct gomp_device_piece *piece,
             size_t count)
{
  static const struct cluster_launch none = { .function = 0 };
  return ask (d, CLUSTER_GET, &none, piece, count, NULL);
}

enum gomp_status
cluster_run (struct cluster_device *d, const struct cluster_launch *l,
             const struct gomp_device_piece *piece, size_t count)
{
  x86emul_output_flush_anywhere ();
  return ask (d, CLUSTER_REGION, l, piece, count, NULL);
}

enum gomp_status
cluster_run_async (struct cluster_device *d, const struct cluster_launch *l,
                   void *task, const struct gomp_device_piece *piece,
                   size_t count)
{
  x86emul_output_flush_anywhere ();
  return ask (d, CLUSTER_REGION, l, piece, count, task);
}

enum gomp_status
cluster_copy_async (struct cluster_device *d, const struct cluster_launch *l,
                    bool to, void *task, const struct gomp_device_piece *piece,
                    size_t count)
{
  return ask (d, to ? CLUSTER_STORE : CLUSTER_GET, l, piece, count, task);
}
