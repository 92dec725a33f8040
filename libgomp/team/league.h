/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The teams of a region in a device process; see league.c.  */

#ifndef GOMP_TEAM_LEAGUE_H
#define GOMP_TEAM_LEAGUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "team/initial.h"

struct gomp_league
{
  /* Set by the thread that runs the region.  */
  void (*fn) (void *); /* its code */
  void *data;          /* its argument */
  int asked;           /* the number of teams, if the host knows it; 0: no
                          clause, 1: also no teams construct, -1: only the
                          device knows */
  void (*crowded) (uint64_t tag); /* see plugin.h, or NULL */
  struct gomp_device_icv *icv;    /* of a device in the program's process, or
                                     NULL */
  /* Owned by league.c; written before other threads join.  */
  struct gomp_thread *launcher;    /* the first of several threads that run
                                      teams, or NULL */
  uint32_t thread_limit;           /* of each team */
  uint32_t nthreads;               /* threads of a parallel region in a team */
  unsigned num_teams;              /* number of teams */
  atomic_uint next;                /* number of the next team to start */
  struct gomp_initial_state state; /* of the thread that encountered the
                                      construct */
};

/* The largest number of threads of a team, in a target region: for a teams
   construct with the clause THREAD_LIMIT (0: none) in a task with ICV.  */
HIDDEN uint32_t gomp_league_limit (unsigned thread_limit,
                                   const struct gomp_icv *icv);

/* How many teams LEAGUE has, with the clause NUM_TEAMS (0: none).  */
HIDDEN unsigned gomp_league_wanted (const struct gomp_league *league,
                                    unsigned num_teams);

/* SELF, which works for a launch, has started a team.  A thread that waits for
   the launch may now have to yield its CPU.  */
HIDDEN void gomp_league_started (struct gomp_thread *self);

/* In the region of its league, the calling thread encounters a teams construct
   (FIRST), or has run a team of it.  NUM_TEAMS, THREAD_LIMIT: the clauses; 0:
   none.  False if no team is left for the thread.  */
HIDDEN bool gomp_league_next (unsigned num_teams, unsigned thread_limit,
                              bool first);

/* Run FN (DATA) in each team of a league, in the region of the calling thread,
   which is in no team: for code in which the construct is a function, not a
   loop.  NUM_TEAMS, THREAD_LIMIT: as above.  */
HIDDEN void gomp_league_run (void (*fn) (void *), void *data,
                             unsigned num_teams, unsigned thread_limit);

#endif
