/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Launched regions in a device process; see device_region.h.  Owns no data: it
   works on the calling thread's.  */

#include "team/device_region.h"

#include "base/mem.h"
#include "os/process.h"
#include "team/hooks.h"
#include "team/league.h"
#include "team/pool.h"
#include "team/self.h"

void
gomp_device_region_enter (void)
{
  gomp_pool_lends = true;
}

/* ICV: see gomp_device_region_run_shared, or NULL.  */
static SPECIALIZED void
run (struct gomp_league *league, uint64_t tag, int thread_limit,
     struct gomp_device_icv *icv)
{
  struct gomp_thread *self = gomp_self ();
  self->device_tag = tag;
  self->league = league;
  self->team_num = 0;
  self->num_teams = 1;
  gomp_thread_renew_initial (self);
  if (icv != NULL)
    self->task->icv = &icv->initial;
  if (unlikely (thread_limit > 0))
    gomp_icv_writable (self)->thread_limit = (uint32_t)thread_limit;
  self->region_frame = __builtin_frame_address (0);
  league->fn (league->data);
  gomp_tasking_drain (self);
  self->league = NULL;
  self->device_tag = 0;
}

void
gomp_device_region_run (struct gomp_league *league, uint64_t tag,
                        int thread_limit)
{
  run (league, tag, thread_limit, NULL);
}

void
gomp_device_region_run_shared (struct gomp_league *league, uint64_t tag,
                               int thread_limit, struct gomp_device_icv *icv)
{
  league->icv = icv;
  run (league, tag, thread_limit, icv);
}

uint64_t
gomp_device_region_tag (void)
{
  const struct gomp_thread *self = gomp_self_known ();
  return self != NULL ? self->device_tag : 0;
}

static void
look_at_worker (struct gomp_pool_worker *worker, void *lost)
{
  int thread = atomic_load_explicit (&worker->thread_id, memory_order_relaxed);
  if (thread != 0 && !os_thread_lives (thread))
    *(bool *)lost = true;
}

/* Workers that end in order are not visited any more.  */
bool
gomp_device_region_lost_thread (void)
{
  bool lost = false;
  return gomp_pool_visit (look_at_worker, &lost) && lost;
}
