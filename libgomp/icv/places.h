/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The place list (OpenMP 5.1 section 2.6 and place-partition-var) and the
   binding of threads to places.

   gomp_icv_init makes the list, which is constant afterwards.  The constructor
   never binds the initial thread: team/ binds it while it is in regions, and
   outside of regions the program sees the thread's own mask.  */

#ifndef GOMP_ICV_PLACES_H
#define GOMP_ICV_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "icv/icv.h"

/* Consecutive places of the list, a place-partition-var.  */
struct gomp_partition
{
  uint32_t first; /* number of the first place */
  uint32_t count; /* how many */
};

/* The slot of a thread of a team.  */
struct gomp_place_slot
{
  int place;                       /* place number; -1: not bound */
  struct gomp_partition partition; /* place-partition-var inside the region */
};

struct gomp_places
{
  size_t count;        /* places; 0: no list, threads are not bound */
  size_t words;        /* words of one mask */
  unsigned long *bits; /* count masks, one after the other */
  unsigned long *all;  /* mask of the process when the list was made */
};
HIDDEN extern struct gomp_places gomp_places;

/* True if there is a place list: only then can threads be bound.  */
static inline bool
gomp_places_defined (void)
{
  return unlikely (gomp_places.count != 0);
}

/* Forget the list; make one with a place for each CPU of the process (false:
   the system does not report them).  Only for gomp_icv_init.  */
HIDDEN void gomp_places_clear (void);
HIDDEN bool gomp_places_default (void);

/* The process may use only the CPUs of MASK, of WORDS words, from now on.  Does
   not change the list; before the library is used.  */
HIDDEN void gomp_places_restrict (const unsigned long *mask, size_t words);

/* The slot of an initial thread: place 0, all places; without a list -1.  */
HIDDEN void gomp_places_initial (struct gomp_place_slot *slot);

/* The slot of thread THREAD_NUM of a new team of NTHREADS whose primary
   thread is in slot PARENT (place >= 0), under POLICY (OpenMP 5.1 section
   2.6.2; true counts as close, false leaves threads as they are).  Computed
   in constant time, so that each thread can do it for itself.  */
HIDDEN void gomp_places_assign (enum gomp_proc_bind policy,
                                const struct gomp_place_slot *parent,
                                unsigned nthreads, unsigned thread_num,
                                struct gomp_place_slot *slot);

/* The mask of place PLACE.  */
HIDDEN const unsigned long *gomp_places_mask (int place);

/* Bind the calling thread to place PLACE; -1: to all CPUs that the process had
   at the start.  This is a system call: first compare with the place that the
   thread is bound to.  False: the system refused (recorded).  */
HIDDEN bool gomp_places_bind (int place);

/* True if CPU belongs to place PLACE.  */
HIDDEN bool gomp_places_has_cpu (int place, unsigned cpu);

/* True if place PLACE has all CPUs of MASK.  */
HIDDEN bool gomp_places_contain (int place, const unsigned long *mask);

/* CPUs that the process may use, independent of the caller's binding
   (omp_get_num_procs with a place list).  */
HIDDEN unsigned gomp_places_num_procs (void);
/* CPUs of place PLACE; 0 if there is no such place.  Stores their numbers in
   ascending order if IDS is not NULL.  */
HIDDEN int gomp_places_cpus (int place, int *ids);

#endif
