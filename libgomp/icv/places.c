/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The place list and the binding of threads; see places.h.

   Owns gomp_places, written once by the constructor (icv/places_parse.c) and
   constant afterwards: no lock.  OpenMP 5.1 sections 2.6 and 6.5.  */

#include "icv/places.h"

#include "base/diag.h"
#include "base/invariant.h"
#include "os/cpu.h"

struct gomp_places gomp_places;

void
gomp_places_initial (struct gomp_place_slot *slot)
{
  slot->place = gomp_places.count > 0 ? 0 : -1;
  slot->partition.first = 0;
  slot->partition.count = (uint32_t)gomp_places.count;
}

/* TOTAL items are divided into PARTS runs; if they do not divide evenly, the
   first runs are longer by one.  The run that contains item I, and the first
   item of run R.  */
static unsigned
run_of (unsigned total, unsigned parts, unsigned i)
{
  unsigned size = total / parts;
  unsigned longer = total % parts;
  if (i < longer * (size + 1))
    return i / (size + 1);
  return longer + (i - longer * (size + 1)) / size;
}

static unsigned
run_start (unsigned total, unsigned parts, unsigned r)
{
  unsigned longer = total % parts;
  return r * (total / parts) + (r < longer ? r : longer);
}

/* Threads, in the order of their numbers, take the places that follow the
   primary's: one each, or in equal groups if there are more threads than
   places.  */
static unsigned
close_offset (unsigned places, unsigned primary, unsigned nthreads, unsigned t)
{
  unsigned step = nthreads <= places ? t : run_of (nthreads, places, t);
  return (primary + step) % places;
}

/* The partition is divided into one subpartition for each thread.  Numbering
   starts with the primary's subpartition and wraps around.  */
static void
assign_spread (const struct gomp_place_slot *parent, unsigned nthreads,
               unsigned t, struct gomp_place_slot *slot)
{
  unsigned places = parent->partition.count;
  unsigned first = parent->partition.first;
  unsigned primary = (unsigned)parent->place - first;
  if (nthreads >= places)
    {
      unsigned offset = close_offset (places, primary, nthreads, t);
      slot->partition.first = first + offset;
      slot->partition.count = 1;
      slot->place = (int)(first + offset);
      return;
    }
  unsigned run = (run_of (places, nthreads, primary) + t) % nthreads;
  unsigned start = run_start (places, nthreads, run);
  unsigned end = run_start (places, nthreads, run + 1);
  slot->partition.first = first + start;
  slot->partition.count = end - start;
  slot->place = t == 0 ? parent->place : (int)(first + start);
}

/* SLOT is what a thread gets of PARENT.  */
static inline void
check_slot (const struct gomp_place_slot *parent,
            const struct gomp_place_slot *slot)
{
  gomp_invariant (slot->partition.first >= parent->partition.first
                      && slot->partition.first + slot->partition.count
                             <= parent->partition.first
                                    + parent->partition.count,
                  "the partition of %u places from %u is no part of that of %u "
                  "from %u",
                  slot->partition.count, slot->partition.first,
                  parent->partition.count, parent->partition.first);
  gomp_invariant ((unsigned)slot->place - slot->partition.first
                      < slot->partition.count,
                  "place %d is not in the partition of %u places from %u",
                  slot->place, slot->partition.count, slot->partition.first);
}

void
gomp_places_assign (enum gomp_proc_bind policy,
                    const struct gomp_place_slot *parent, unsigned nthreads,
                    unsigned thread_num, struct gomp_place_slot *slot)
{
  unsigned places = parent->partition.count;
  *slot = *parent;
  if (parent->place < 0 || places == 0)
    return;
  if (policy == GOMP_BIND_SPREAD)
    assign_spread (parent, nthreads, thread_num, slot);
  else if (policy == GOMP_BIND_CLOSE || policy == GOMP_BIND_TRUE)
    {
      unsigned primary = (unsigned)parent->place - parent->partition.first;
      slot->place
          = (int)(parent->partition.first
                  + close_offset (places, primary, nthreads, thread_num));
    }
  check_slot (parent, slot);
}

const unsigned long *
gomp_places_mask (int place)
{
  gomp_invariant ((size_t)place < gomp_places.count,
                  "there is no place %d of %zu", place,
                  (size_t)gomp_places.count);
  return gomp_places.bits + (size_t)place * gomp_places.words;
}

bool
gomp_places_bind (int place)
{
  const unsigned long *mask
      = place >= 0 ? gomp_places_mask (place) : gomp_places.all;
  int err = os_bind_thread (0, mask, gomp_places.words);
  if (err != 0)
    gomp_error_errno (GOMP_ERR_SYSTEM, err, "cannot bind a thread to place %d",
                      place);
  return err == 0;
}

bool
gomp_places_has_cpu (int place, unsigned cpu)
{
  return gomp_mask_has (gomp_places_mask (place), gomp_places.words, cpu);
}

bool
gomp_places_contain (int place, const unsigned long *mask)
{
  const unsigned long *cpus = gomp_places_mask (place);
  for (size_t i = 0; i < gomp_places.words; i++)
    if ((mask[i] & ~cpus[i]) != 0)
      return false;
  return true;
}

static int
mask_cpus (const unsigned long *mask, int *ids)
{
  int count = 0;
  for (size_t cpu = 0; cpu < gomp_places.words * GOMP_WORD_BITS; cpu++)
    if (gomp_mask_has (mask, gomp_places.words, cpu))
      {
        if (ids != NULL)
          ids[count] = (int)cpu;
        count++;
      }
  return count;
}

unsigned
gomp_places_num_procs (void)
{
  return (unsigned)mask_cpus (gomp_places.all, NULL);
}

int
gomp_places_cpus (int place, int *ids)
{
  if (place < 0 || (size_t)place >= gomp_places.count)
    return 0;
  return mask_cpus (gomp_places_mask (place), ids);
}
