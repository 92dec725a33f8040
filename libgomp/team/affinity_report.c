/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The values of the affinity format for a thread; see affinity_report.h.  Owns
   no data; each thread reports itself.  */

#include "team/affinity_report.h"

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

/* Nested regions of one thread change nothing and are left out.  A wrong format
   is reported once; then nothing more is printed.  */
void
gomp_team_show_affinity (struct gomp_thread *self)
{
  struct gomp_affinity_values values;
  gomp_team_affinity_values (self, &values);
  if (values.level > 1 && values.num_threads == 1)
    return;
  uint64_t shown = ((uint64_t)values.level << 48)
                   ^ ((uint64_t)values.num_threads << 32)
                   ^ ((uint64_t)values.thread_num << 16)
                   ^ (uint64_t)(unsigned)values.place;
  if (self->affinity_shown == shown)
    return;
  self->affinity_shown = shown;
  if (gomp_affinity_display (&values) != GOMP_OK)
    {
      gomp_icv_global.display_affinity = false;
      gomp_error ("%s", gomp_error_text ());
    }
}
