/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Queries about the enclosing teams (OpenMP 5.1 sections 3.2.17 to 3.2.19), of
   the calling thread only.  Owns no data.  */

#include "team/team.h"

/* The team of SELF at LEVEL, and SELF's ancestor's number in it; NULL at
   level 0.  */
static const struct gomp_team *
team_at (const struct gomp_thread *self, unsigned level, unsigned *number)
{
  const struct gomp_team *team = self->team;
  *number = self->thread_num;
  while (team != NULL && team->level > level)
    {
      *number = team->parent_thread_num;
      team = team->parent;
    }
  return team;
}

static bool
is_level (const struct gomp_thread *self, int level)
{
  return level >= 0 && (unsigned)level <= gomp_team_level (self);
}

int
gomp_team_ancestor (const struct gomp_thread *self, int level)
{
  if (!is_level (self, level))
    return -1;
  unsigned number;
  return team_at (self, (unsigned)level, &number) == NULL ? 0 : (int)number;
}

int
gomp_team_size (const struct gomp_thread *self, int level)
{
  if (!is_level (self, level))
    return -1;
  unsigned number;
  const struct gomp_team *team = team_at (self, (unsigned)level, &number);
  return team == NULL ? 1 : (int)team->nthreads;
}
