/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions and barriers as entry points begin them: the ordinary instance, or
   the observed one, which knows the entry point's return address
   (team/observe.h).  In an entry point itself these functions cost it no
   more than its search for the calling thread.  */

#ifndef GOMP_ABI_GOMP_REGION_H
#define GOMP_ABI_GOMP_REGION_H

#include "team/loop.h"
#include "team/observe.h"
#include "team/team.h"

/* The program's call.  An includer that is not called by the program itself
   defines it, by a call of a cold function.  */
#ifndef GOMP_ABI_CALLER
#  define GOMP_ABI_CALLER GOMP_CALLER
#endif

static SPECIALIZED unsigned
gomp_abi_region_run (const struct gomp_team_request *req)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return gomp_team_run_observed (req, GOMP_ABI_CALLER);
  return gomp_team_run (self, req);
}

static SPECIALIZED void
gomp_abi_region_start (const struct gomp_team_request *req)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    gomp_team_start_observed (req, GOMP_ABI_CALLER);
  else
    gomp_team_start (self, req);
}

static SPECIALIZED void
gomp_abi_region_end (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    gomp_team_end_observed ();
  else
    gomp_team_end (self);
}

static SPECIALIZED bool
gomp_abi_barrier (ompt_sync_region_t kind)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return gomp_team_barrier_observed (kind, GOMP_ABI_CALLER);
  return gomp_team_barrier (self);
}

/* The beginning of a loop, or of sections.  */
static SPECIALIZED void
gomp_abi_loop_start (const struct gomp_loop *loop)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (likely (self != NULL))
    gomp_loop_start (self, loop);
  else
    gomp_loop_start_observed (loop, GOMP_ABI_CALLER);
}

/* Its end, with a barrier or without one.  */
static SPECIALIZED bool
gomp_abi_loop_end (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return gomp_loop_end_observed (false, GOMP_ABI_CALLER);
  gomp_loop_leave (self);
  return gomp_team_barrier (self);
}

static SPECIALIZED void
gomp_abi_loop_end_nowait (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (likely (self != NULL))
    gomp_loop_leave (self);
  else
    gomp_loop_end_observed (true, GOMP_ABI_CALLER);
}

#endif
