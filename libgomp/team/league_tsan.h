/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* ThreadSanitizer and the teams of a league; see league_tsan.c.  Call these
   only if gomp_tsan_active.  */

#ifndef GOMP_TEAM_LEAGUE_TSAN_H
#define GOMP_TEAM_LEAGUE_TSAN_H

#include "team/league.h"

/* SELF has finished its previous team of LEAGUE, if any, and begins team NUMBER
   if there is such a team.  */
HIDDEN void gomp_league_tsan_team (struct gomp_thread *self,
                                   struct gomp_league *league,
                                   unsigned number) COLD;

/* SELF has found no team left; the others have ended.  */
HIDDEN void gomp_league_tsan_end (struct gomp_league *league) COLD;

/* SELF, a worker, begins its part of a region, in functions whose frames lie
   below FRAME.  */
HIDDEN void gomp_league_tsan_work (struct gomp_thread *self,
                                   const void *frame) COLD;

/* SELF, a worker, gets no more regions.  */
HIDDEN void gomp_league_tsan_stop (struct gomp_thread *self) COLD;

#endif
