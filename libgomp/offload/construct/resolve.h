/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by resolve.c and resolve_struct.c: finds or makes mappings of single
   clauses.  */

#ifndef GOMP_OFFLOAD_CONSTRUCT_RESOLVE_H
#define GOMP_OFFLOAD_CONSTRUCT_RESOLVE_H

#include "offload/construct/redzone.h"
#include "offload/construct/setup.h"

/* Reserve SIZE bytes of the block for ITEM.  */
static inline void
gomp_setup_lay_out (struct gomp_setup *s, struct gomp_item *item, size_t size,
                    unsigned align_log)
{
  size_t align = (size_t)1 << (align_log & GOMP_CLAUSE_ALIGN_LOG);
  if (align < sizeof (uint64_t))
    align = sizeof (uint64_t);
  if (align > s->align)
    s->align = align;
  item->offset = gomp_size_round_up (s->size, align);
  s->size
      = gomp_size_sum (gomp_size_sum (item->offset, size),
                       (s->guarded ? gomp_redzone_size (size) : 0) + s->gap);
}

static inline bool
gomp_mapping_covers (struct gomp_mapping *mapping, uintptr_t start,
                     uintptr_t end)
{
  return gomp_mapping_start (mapping) <= start
         && end <= gomp_mapping_end (mapping);
}

/* The first pass over clause I.  */
HIDDEN enum gomp_status
gomp_setup_resolve_clause (struct gomp_setup *s, size_t i,
                           const struct gomp_clause *clause) HOT;
/* The first pass over clause I, a structure, and over its members.  *NEXT: the
   clause after the last member.  */
HIDDEN enum gomp_status
gomp_setup_resolve_struct (struct gomp_setup *s, size_t i,
                           const struct gomp_clause *clause, size_t *next);
/* Let item I use the mapping of [START, END), if there is one; otherwise it
   stays without a mapping.  */
HIDDEN enum gomp_status gomp_setup_resolve_present (struct gomp_setup *s,
                                                    size_t i, uintptr_t start,
                                                    uintptr_t end) HOT;
/* Make a mapping of [START, END) for item I, whose storage is reserved.  The
   caller holds the map's lock.  */
HIDDEN enum gomp_status gomp_setup_make (struct gomp_setup *s, size_t i,
                                         uintptr_t start, uintptr_t end,
                                         unsigned flags) HOT;
/* Record that only a part of [START, END), of clause I, is in OTHER.  */
HIDDEN enum gomp_status gomp_setup_overlap (struct gomp_setup *s, size_t i,
                                            uintptr_t start, uintptr_t end,
                                            struct gomp_mapping *other) COLD;

#endif
