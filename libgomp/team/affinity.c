/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the affinity format says about a thread; see affinity.h.  Owns no
   data; each thread asks about itself.  */

#include "team/affinity.h"

#include <pthread.h>

#include "team/team.h"

void
gomp_team_affinity_values (const struct gomp_thread *self,
                           struct gomp_affinity_values *values)
{
  int level = (int)gomp_team_level (self);
  *values = (struct gomp_affinity_values){
    .team_num = (int)self->team_num,
    .num_teams = self->num_teams > 0 ? (int)self->num_teams : 1,
    .level = level,
    .thread_num = (int)self->thread_num,
    .num_threads = (int)gomp_team_num_threads (self),
    .ancestor = level > 0 ? gomp_team_ancestor (self, level - 1) : -1,
    .place = self->place,
    .thread_id = (uintptr_t)pthread_self ()
  };
}
