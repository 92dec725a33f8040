/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The ring of a team's descriptors of constructs, and its data for each thread.
   For workshare.c and single.c.  */

#ifndef GOMP_TEAM_WORKSHARE_RING_H
#define GOMP_TEAM_WORKSHARE_RING_H

#include "sync/backoff.h"
#include "team/team.h"
#include "team/workshare.h"

/* The number of constructs in a segment.  */
#define GOMP_WORKSHARE_SEGMENT 8

struct gomp_workshare_segment
{
  struct gomp_workshare slots[GOMP_WORKSHARE_SEGMENT];
  _Atomic uint64_t first; /* serial number of the first, a multiple of
                             GOMP_WORKSHARE_SEGMENT */
  _Atomic (struct gomp_workshare_segment *) next; /* in the circle */
};

struct gomp_workshare_progress
{
  GOMP_CACHE_ALIGNED _Atomic uint64_t begun; /* the construct that brought the
                                                thread to its segment */
  _Atomic uint64_t copied; /* if regions can be cancelled: the thread needs no
                              data published by this construct or an earlier
                              one */
  /* The owner's alone.  */
  uint64_t borrows; /* the construct whose published data it copies, or 0 */
  uint64_t lends;   /* the construct whose data it published, or 0 */
  uint64_t region;  /* the ring's region that `singles' belongs to */
  uint64_t singles; /* number of singles that it has met */
  uint64_t claimed; /* the team's count of claims when it last read it */
  int lost;         /* number of singles that another thread claimed first;
                       negative: not counted yet */
  unsigned epoch;   /* the barrier's number when it last checked if singles are
                       counted */
  struct gomp_backoff
      *backoff; /* for gomp_backoff_pass after its next claim, or NULL */
};

struct gomp_workshare_ring
{
  struct gomp_workshare_segment initial; /* the segment that is always there */
  struct gomp_mutex lock;                /* guards the circle and kept */
  struct gomp_workshare_segment *kept;   /* segments that are not in the
                                            circle */
  /* Written by the primary between regions.  */
  GOMP_CACHE_ALIGNED uint64_t region;        /* counts them */
  uint64_t singles;                          /* number of singles before this
                                                region */
  struct gomp_workshare_progress progress[]; /* by thread number */
};

/* SELF has come to the construct SERIAL, the first of its segment: find that
   segment.  */
HIDDEN void gomp_workshare_ring_move_on (struct gomp_thread *self,
                                         struct gomp_workshare_ring *ring,
                                         uint64_t serial);
/* SIZE zeroed bytes, aligned to two cache lines, which are never freed.  */
HIDDEN void *gomp_workshare_ring_memory (size_t size);

#endif
