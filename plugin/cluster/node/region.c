/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions, and data that the host reads, or writes in a chain.  Owns no data;
   any thread.  */

#include <stdlib.h>
#include <string.h>

#include "host/condition.h"
#include "host/launch.h"
#include "proto.h"
#include "server.h"

/* What zones are filled with.  Read as a pointer, it is not a valid address. */
#define ZONE_BYTE 0xb7

/* What the host asks for must be device memory.  */
static bool
find_parts (struct node_region *q)
{
  q->part = calloc (q->region->count + 1, sizeof (*q->part));
  if (q->part == NULL)
    return false;
  for (uint32_t i = 0; i < q->region->count; i++)
    {
      const struct cluster_range *r = &q->range[i];
      q->part[i].size = r->size;
      q->part[i].start = r->size == 0
                             ? q->part
                             : x86emul_memory_view (q->d->d, r->start, r->size);
      if (q->part[i].start == NULL)
        return false;
    }
  return true;
}

/* Do the bytes of the COUNT ranges of a STORE have SIZE bytes together?  */
static bool
has_bytes (const struct cluster_range *range, uint32_t count, uint64_t size)
{
  for (uint32_t i = 0; i < count; i++)
    {
      if (range[i].size > size)
        return false;
      size -= range[i].size;
    }
  return size == 0;
}

/* Can the message have as many zones as it says?  */
static bool
has_zones (const struct node_job *job)
{
  const struct cluster_region *r = (const struct cluster_region *)job->payload;
  return r->zones <= (job->head.type == CLUSTER_REGION ? CLUSTER_ZONES_MAX : 0);
}

/* Does it neither name others nor let them name it?  */
static bool
is_alone (const struct cluster_region *r)
{
  return r->chain == 0 || r->chain == CLUSTER_DEFERRED;
}

const uint64_t *
node_region_after (const struct node_job *job, uint32_t *count)
{
  const struct cluster_region *r = (const struct cluster_region *)job->payload;
  if (job->head.size < sizeof (*r) || is_alone (r)
      || r->chain > CLUSTER_AFTER_MAX + 1 || r->count > CLUSTER_RANGES_MAX
      || !has_zones (job))
    return NULL;
  const struct cluster_range *range = (const struct cluster_range *)(r + 1);
  uint64_t size = sizeof (*r) + (r->count + r->zones) * sizeof (*range)
                  + (r->chain - 1) * sizeof (uint64_t);
  if (job->head.size < size
      || (job->head.type == CLUSTER_STORE
              ? !has_bytes (range, r->count, job->head.size - size)
              : job->head.size != size))
    return NULL;
  *count = r->chain - 1;
  return (const uint64_t *)(range + r->count);
}

/* Has the message the size that it says?  */
static bool
is_whole (const struct node_job *job)
{
  const struct cluster_region *r = (const struct cluster_region *)job->payload;
  uint32_t count;
  return job->head.size >= sizeof (*r) && r->count <= CLUSTER_RANGES_MAX
         && has_zones (job)
         && (is_alone (r) ? job->head.type != CLUSTER_STORE
                                && job->head.size - sizeof (*r)
                                       == (r->count + r->zones)
                                              * sizeof (struct cluster_range)
                          : node_region_after (job, &count) != NULL);
}

bool
node_region_decode (struct node_server *s, const struct node_job *job,
                    struct node_region *q)
{
  q->part = NULL;
  q->held = node_device_hold (s, job->head.device);
  q->region = (const struct cluster_region *)job->payload;
  q->range = (const struct cluster_range *)(q->region + 1);
  q->d = node_device_at (s, job->head.device);
  if (q->d != NULL && is_whole (job)
      && node_memory_open (q->d, q->region->backed) && find_parts (q))
    {
      uint32_t named = is_alone (q->region) ? 0 : q->region->chain - 1;
      q->zone
          = (const struct cluster_range
                 *)((const uint64_t *)(q->range + q->region->count) + named);
      return true;
    }
  node_region_free (q);
  gomp_error_set (GOMP_ERR_INVALID, "a message to the node makes no sense");
  node_refuse (s, job, NULL);
  return false;
}

/* ---- Zones: memory beside what a region uses, where it shall not write.  They
   get a pattern before it starts, whatever was there.  If regions share one
   and run at the same time, the second one may wipe out what the first one has
   written there; nobody is blamed for what he has not seen.  */

static char *
find_zone (const struct node_region *q, uint32_t i)
{
  const struct cluster_range *zone = &q->zone[i];
  return zone->size > 0 && zone->size <= CLUSTER_ZONE_MAX
             ? x86emul_memory_view (q->d->d, zone->start, zone->size)
             : NULL;
}

static void
fill_zones (const struct node_region *q)
{
  for (uint32_t i = 0; i < q->region->zones; i++)
    {
      char *view = find_zone (q, i);
      if (view != NULL)
        memset (view, ZONE_BYTE, q->zone[i].size);
    }
}

static bool
is_intact (const char *view, uint64_t size)
{
  return view[0] == (char)ZONE_BYTE && memcmp (view, view + 1, size - 1) == 0;
}

/* Tell the host which bytes of zone I, seen at VIEW, have changed.  A region
   that shares it, and ends later, is not blamed for them.  */
static void
look_at_zone (struct node_server *s, const struct node_job *job,
              const struct node_region *q, uint32_t i, char *view)
{
  const struct node_job unasked = { .head = { .device = job->head.device } };
  uint64_t first = 0, last = q->zone[i].size;
  while (first < last && view[first] == (char)ZONE_BYTE)
    first++;
  while (last > first && view[last - 1] == (char)ZONE_BYTE)
    last--;
  const struct cluster_range range = { q->zone[i].start + first, last - first };
  const struct cluster_bytes part = { &range, sizeof (range) };
  if (last == first)
    return;
  node_answer (s, &unasked, CLUSTER_OVERRUN, &part, 1);
  memset (view + first, ZONE_BYTE, last - first);
}

static void
look_at_zones (struct node_server *s, const struct node_job *job,
               const struct node_region *q)
{
  for (uint32_t i = 0; i < q->region->zones; i++)
    {
      char *view = find_zone (q, i);
      if (view != NULL && unlikely (!is_intact (view, q->zone[i].size)))
        look_at_zone (s, job, q, i, view);
    }
}

void
node_region_free (struct node_region *q)
{
  free (q->part);
  q->part = NULL;
  node_device_release (q->held);
  q->held = NULL;
}

struct x86emul_launch
node_region_prepare (const struct node_region *q)
{
  /* Those of a device that has failed are as good as none.  */
  fill_zones (q);
  return (struct x86emul_launch){ .function = q->region->function,
                                  .block = q->region->block,
                                  .num_teams = q->region->num_teams,
                                  .thread_limit = q->region->thread_limit,
                                  .waits = node_lead_waits };
}

void
node_region_answer (struct node_server *s, const struct node_job *job,
                    const struct node_region *q, bool is_kept)
{
  /* CLOSE may have come in the meantime.  */
  if (job->head.type == CLUSTER_REGION && x86emul_device_is_up (q->d->d))
    look_at_zones (s, job, q);
  bool stores = job->head.type == CLUSTER_STORE;
  (is_kept ? node_answer_later : node_answer) (s, job, CLUSTER_DONE, q->part,
                                               stores ? 0 : q->region->count);
}

static bool
run_region (struct node_server *s, const struct node_job *job,
            const struct node_region *q)
{
  unsigned log = node_check_log_give (q->d, q->region->log);
  struct x86emul_launch launch = node_region_prepare (q);
  launch.log = log;
  /* The server's rights do not change.  */
  bool ran = x86emul_condition_is_usable (q->d->d)
             && x86emul_launch_run (q->d->d, &launch) == GOMP_OK;
  node_check_log_keep (q->d, q->region->log, log);
  if (ran)
    {
      node_output_drain (s);
      node_check_report (s, job, q->d);
    }
  return ran;
}

static void
store (const struct node_job *job, const struct node_region *q)
{
  uint32_t count = 0;
  const char *from = (const char *)(node_region_after (job, &count) + count);
  for (uint32_t i = 0; i < q->region->count; i++)
    {
      memcpy ((void *)(uintptr_t)q->part[i].start, from, q->part[i].size);
      from += q->part[i].size;
    }
}

bool
node_run_region (struct node_server *s, const struct node_job *job)
{
  struct node_region q;
  if (!node_region_decode (s, job, &q))
    return false;
  bool ran = job->head.type == CLUSTER_REGION
                 ? run_region (s, job, &q)
                 : x86emul_condition_is_usable (q.d->d);
  if (ran && job->head.type == CLUSTER_STORE)
    store (job, &q);
  if (ran)
    node_region_answer (s, job, &q, false);
  else
    node_refuse (s, job, q.d);
  node_region_free (&q);
  return ran;
}
