/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reductions of a team, by pairs.  The threads of the team; no lock.  */

#ifndef GOMP_TEAM_COMBINE_H
#define GOMP_TEAM_COMBINE_H

#include <stdbool.h>

#include "base/compiler.h"

struct gomp_thread;

/* The results of some threads of a team.  */
struct gomp_partial
{
  void *list;       /* what COMBINE gets */
  unsigned threads; /* whose results it has */
};

/* Each thread of the team calls this with its own OWN, in a construct that ends
   in a barrier: COMBINE (INTO, FROM) adds the results of FROM to those of INTO.
   True: OWN has the results of all threads, who called.  False: another thread
   has, or will take, those of OWN, which must exist until after the barrier.
   Each thread must come: not for constructs that can be cancelled.  */
HIDDEN bool gomp_team_combine (struct gomp_thread *self,
                               struct gomp_partial *own,
                               void (*combine) (void *into, void *from));

#endif
