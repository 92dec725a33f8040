/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Map and motion clauses with iterators, as GCC 16 passes them; see
   iterators.c.  */

#ifndef GOMP_ABI_ITERATORS_H
#define GOMP_ABI_ITERATORS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "offload/construct/clause.h"

/* The size of an entry that stands for those of its iterator.  */
#define GOMP_ITERATOR_SIZE SIZE_MAX

static inline bool
gomp_iterators_are_in (const size_t *sizes, size_t count)
{
  bool found = false;
  for (size_t i = 0; i < count; i++)
    found |= sizes[i] == GOMP_ITERATOR_SIZE;
  return found;
}

/* Where there is such a size: does it mean that?  Before GCC 14, and there is
   no telling 14 from 16, it is a length of -1, or the distance from a pointer
   to a section that begins at its element -1.  */
HIDDEN bool gomp_iterators_are_meant (void) COLD;

/* LIST with an entry for each element; its hosts are what the caller frees
   with gomp_free.  Ends the program without memory.  */
HIDDEN struct gomp_clause_list
gomp_iterators_expand (const struct gomp_clause_list *list) COLD;

#endif
