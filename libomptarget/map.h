/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Map entries, decoded to the clauses that libgomp.so.1's constructs take.  */

#ifndef LIBOMPTARGET_MAP_H
#define LIBOMPTARGET_MAP_H

#include "entry_list.h"
#include "libomptarget.h"

/* Most constructs have no more clauses.  */
#define CLAUSES_INLINE 48

struct clauses
{
  struct gomp_clause_list list; /* of the following arrays */
  size_t room;                  /* elements of each */
  void **hosts;
  size_t *sizes;
  unsigned short *kinds;
  void *many; /* malloced: these arrays; NULL: the following */
  void *few_hosts[CLAUSES_INLINE];
  size_t few_sizes[CLAUSES_INLINE];
  unsigned short few_kinds[CLAUSES_INLINE];
};

/* The clauses of a region's construct: first those of the argument block.
   HAS_NULL: the region's first argument is a null pointer.  KEEPS: a pointer to
   data without a device copy keeps its value in the region.  */
HIDDEN void omptarget_map_region (struct clauses *c,
                                  const struct entry_list *entries,
                                  bool has_null, bool keeps);
/* Those of a data region's beginning, of its end, and of an update.  */
HIDDEN void omptarget_map_begin (struct clauses *c,
                                 const struct entry_list *entries);
HIDDEN void omptarget_map_end (struct clauses *c,
                               const struct entry_list *entries);
HIDDEN void omptarget_map_update (struct clauses *c,
                                  const struct entry_list *entries);
/* The same if each entry is an object by itself, which most are, and needs no
   list.  Returns false, and makes no clauses, if not.  */
HIDDEN bool omptarget_map_begin_objects (struct clauses *c,
                                         const struct map_arrays *from);
HIDDEN bool omptarget_map_end_objects (struct clauses *c,
                                       const struct map_arrays *from);
HIDDEN bool omptarget_map_update_objects (struct clauses *c,
                                          const struct map_arrays *from);
/* Store the device addresses that the beginning has found, in BASES.  */
HIDDEN void omptarget_map_return (const struct clauses *c,
                                  const struct entry_list *entries,
                                  void **bases);
HIDDEN void omptarget_map_free (struct clauses *c);

#endif
