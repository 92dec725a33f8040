/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Routines that report the caller's position in the tree of teams and tasks
   (OpenMP 5.1 sections 3.2, 3.4 and 3.5).  */

#include "abi/fortran.h"
#include "team/observe.h"
#include "team/self.h"
#include "team/team.h"

/* ---- GCC calls the next two for static loops, those for teams for
   distribute.  Programs in Fortran call functions of their own.  */

/* Written out, since gomp_team_num_threads would cost one instruction more.  */
IN_ONE_LINE int
omp_get_num_threads (void)
{
  const struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return (int)gomp_num_threads_observed (GOMP_CALLER);
  if (self->team == NULL)
    return 1;
  return (int)self->team->nthreads;
}

IN_ONE_LINE int
omp_get_thread_num (void)
{
  const struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return (int)gomp_thread_num_observed (GOMP_CALLER);
  return (int)self->thread_num;
}

static inline int
num_teams (const struct gomp_thread *self)
{
  return self->num_teams > 0 ? (int)self->num_teams : 1;
}

int
omp_get_num_teams (void)
{
  const struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return (int)gomp_num_teams_observed (GOMP_CALLER);
  return num_teams (self);
}

int
omp_get_team_num (void)
{
  const struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return (int)gomp_team_num_observed (GOMP_CALLER);
  return (int)self->team_num;
}

int32_t
omp_get_num_threads_ (void)
{
  return (int32_t)gomp_team_num_threads (gomp_self ());
}

int32_t
omp_get_thread_num_ (void)
{
  return (int32_t)gomp_self ()->thread_num;
}

int32_t
omp_get_num_teams_ (void)
{
  return num_teams (gomp_self ());
}

int32_t
omp_get_team_num_ (void)
{
  return (int32_t)gomp_self ()->team_num;
}

/* ---- The others.  */

int
omp_in_parallel (void)
{
  return gomp_team_active_level (gomp_self ()) > 0;
}

int
omp_get_level (void)
{
  return (int)gomp_team_level (gomp_self ());
}

int
omp_get_active_level (void)
{
  return (int)gomp_team_active_level (gomp_self ());
}

int
omp_get_ancestor_thread_num (int level)
{
  return gomp_team_ancestor (gomp_self (), level);
}

int
omp_get_team_size (int level)
{
  return gomp_team_size (gomp_self (), level);
}

int
omp_in_final (void)
{
  return gomp_self ()->task->in_final;
}

int
omp_in_explicit_task (void)
{
  return !gomp_self ()->task->implicit;
}
