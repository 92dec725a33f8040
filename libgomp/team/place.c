/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Binding the threads of a team to places (OpenMP 5.1 section 2.6.2).  Owns no
   data; each thread binds itself, and asks the system only when its place
   changes.  The primary is bound by its first region that binds and stays so
   afterwards; a forked child is set free (gomp_team_forked).  */

#include "team/team.h"

void
gomp_team_place (struct gomp_thread *self, struct gomp_team *team)
{
  struct gomp_place_slot slot;
  gomp_places_assign (team->bind, &team->primary_slot, team->nthreads,
                      self->thread_num, &slot);
  self->place = slot.place;
  self->partition = slot.partition;
  if (self->bound != slot.place && gomp_places_bind (slot.place))
    self->bound = slot.place;
}
