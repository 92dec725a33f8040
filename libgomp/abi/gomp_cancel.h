/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Cancellation as entry points call it (OpenMP 5.1 section 2.20): the ordinary
   instance, or the observed one; see gomp_region.h, whose GOMP_ABI_CALLER is
   the program's call.  Any thread.  */

#ifndef GOMP_ABI_GOMP_CANCEL_H
#define GOMP_ABI_GOMP_CANCEL_H

#include "abi/gomp_region.h"
#include "team/hooks.h"

/* What a cancel construct names.  */
enum
{
  CANCEL_PARALLEL = 1,
  CANCEL_LOOP = 2,
  CANCEL_SECTIONS = 4,
  CANCEL_TASKGROUP = 8
};

static inline bool
gomp_abi_is_cancelled (struct gomp_thread *self, int which)
{
  struct gomp_team *team = self->team;
  if ((which & (CANCEL_LOOP | CANCEL_SECTIONS)) != 0)
    return team != NULL && gomp_team_share_cancelled (team);
  if ((which & CANCEL_TASKGROUP) != 0 && gomp_tasking_group_cancelled (self))
    return true;
  return team != NULL && gomp_team_cancelled (team);
}

/* WHICH is cancelled, or was found so: report it (gomp_sync.c).  */
HIDDEN bool gomp_abi_cancellation_observed (int which, const void *at) COLD;

static SPECIALIZED bool
gomp_abi_cancellation_point (int which)
{
  if (!gomp_icv_global.cancellation)
    return false;
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return gomp_abi_cancellation_observed (which, GOMP_ABI_CALLER.at);
  return gomp_abi_is_cancelled (self, which);
}

static SPECIALIZED bool
gomp_abi_cancel (int which)
{
  if (!gomp_icv_global.cancellation)
    return false;
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    {
      self = gomp_self ();
      gomp_observe_cancel (which, true, GOMP_ABI_CALLER.at);
    }
  if ((which & (CANCEL_LOOP | CANCEL_SECTIONS)) != 0)
    gomp_team_cancel_share (self);
  else if ((which & CANCEL_TASKGROUP) != 0)
    gomp_tasking_cancel_group (self);
  else
    gomp_team_cancel (self);
  return true;
}

#endif
