/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The ring of a team's descriptors of constructs, and its data for each thread.
   For workshare.c and single.c.  */

#ifndef GOMP_TEAM_WORKSHARE_RING_H
#define GOMP_TEAM_WORKSHARE_RING_H

#include "sync/backoff.h"
#include "team/team.h"
#include "team/workshare.h"

/* Constructs of a segment.  */
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
  GOMP_CACHE_ALIGNED _Atomic uint64_t begun; /* construct that took the thread
                                                to its segment */
  _Atomic uint64_t copied; /* construct whose published data, and all earlier
                              ones, it no longer needs; if regions can be
                              cancelled */
  /* The owner's alone.  */
  uint64_t borrows; /* construct whose published data it copies, or 0 */
  uint64_t lends;   /* construct whose data it published, or 0 */
  uint64_t region;  /* the ring's region that `singles' belongs to */
  uint64_t singles; /* singles met */
  uint64_t claimed; /* the last value that it saw of the team's count of
                       claims */
  int lost;         /* singles in which it came second; negative: they do not
                       count yet */
  unsigned epoch;   /* the barrier's number at the last check whether they do */
  struct gomp_backoff
      *backoff; /* for gomp_backoff_pass after its next claim, or NULL */
};

struct gomp_workshare_ring
{
  struct gomp_workshare_segment initial; /* one that is always there */
  struct gomp_mutex lock;                /* guards the circle and kept */
  struct gomp_workshare_segment *kept;   /* segments out of the circle */
  /* Written by the primary between regions.  */
  GOMP_CACHE_ALIGNED uint64_t region;        /* counts them */
  uint64_t singles;                          /* singles before this one */
  struct gomp_workshare_progress progress[]; /* by thread number */
};

/* SELF has come to the construct SERIAL, the first of its segment: find the
   segment.  */
HIDDEN void gomp_workshare_ring_move_on (struct gomp_thread *self,
                                         struct gomp_workshare_ring *ring,
                                         uint64_t serial);
/* SIZE zeroed bytes, aligned to two cache lines, which are never freed.  */
HIDDEN void *gomp_workshare_ring_memory (size_t size);

#endif
