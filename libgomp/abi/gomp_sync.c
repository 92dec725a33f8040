/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entry points of barrier, critical, atomic without hardware support, and
   cancellation (OpenMP 5.1 sections 2.19.2, 2.19.1, 2.19.7 and 2.20).  Any
   thread.  */

#include "abi/gomp_region.h"
#include "abi/gomp_team.h"
#include "team/critical.h"
#include "team/hooks.h"
#include "team/team.h"

void
GOMP_barrier (void)
{
  gomp_abi_barrier (GOMP_SYNC_EXPLICIT);
}

bool
GOMP_barrier_cancel (void)
{
  return gomp_abi_barrier (GOMP_SYNC_EXPLICIT);
}

void
GOMP_critical_start (void)
{
  gomp_owned_acquire (&gomp_critical.unnamed);
}

void
GOMP_critical_end (void)
{
  gomp_owned_release (&gomp_critical.unnamed);
}

/* The compiler's pointer-sized object is the lock.  */
void
GOMP_critical_name_start (void **word)
{
  gomp_owned_acquire ((struct gomp_owned_lock *)(void *)word);
}

void
GOMP_critical_name_end (void **word)
{
  gomp_owned_release ((struct gomp_owned_lock *)(void *)word);
}

void
GOMP_atomic_start (void)
{
  gomp_owned_acquire (&gomp_critical.atomic);
}

void
GOMP_atomic_end (void)
{
  gomp_owned_release (&gomp_critical.atomic);
}

/* What a cancel construct names.  */
enum
{
  CANCEL_PARALLEL = 1,
  CANCEL_LOOP = 2,
  CANCEL_SECTIONS = 4,
  CANCEL_TASKGROUP = 8
};

bool
GOMP_cancellation_point (int which)
{
  if (!gomp_icv_global.cancellation)
    return false;
  struct gomp_thread *self = gomp_self ();
  struct gomp_team *team = self->team;
  if ((which & (CANCEL_LOOP | CANCEL_SECTIONS)) != 0)
    return team != NULL && gomp_team_share_cancelled (team);
  if ((which & CANCEL_TASKGROUP) != 0 && gomp_tasking_group_cancelled (self))
    return true;
  return team != NULL && gomp_team_cancelled (team);
}

bool
GOMP_cancel (int which, bool do_cancel)
{
  if (!gomp_icv_global.cancellation)
    return false;
  if (!do_cancel)
    return GOMP_cancellation_point (which);
  struct gomp_thread *self = gomp_self ();
  if ((which & (CANCEL_LOOP | CANCEL_SECTIONS)) != 0)
    gomp_team_cancel_share (self);
  else if ((which & CANCEL_TASKGROUP) != 0)
    gomp_tasking_cancel_group (self);
  else
    gomp_team_cancel (self);
  return true;
}
