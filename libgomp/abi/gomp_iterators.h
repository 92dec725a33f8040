/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Map and motion clauses with iterators, as GCC 16 passes them; see
   gomp_iterators.c.  */

#ifndef GOMP_ABI_GOMP_ITERATORS_H
#define GOMP_ABI_GOMP_ITERATORS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "offload/construct/clause.h"

/* The size of an entry that stands for the elements of an iterator.  */
#define GOMP_ITERATOR_SIZE SIZE_MAX

static inline bool
gomp_iterators_are_in (const size_t *sizes, size_t count)
{
  bool found = false;
  for (size_t i = 0; i < count; i++)
    found |= sizes[i] == GOMP_ITERATOR_SIZE;
  return found;
}

/* If a list has such a size: does it mean an iterator?  Before GCC 14 it is a
   length of -1, or the distance from a pointer to a section that begins at its
   element -1.  GCC 14 cannot be distinguished from 16.  */
HIDDEN bool gomp_iterators_are_meant (void) COLD;

/* LIST with an entry for each element.  The caller frees its hosts with
   gomp_free.  Ends the program if memory is exhausted.  */
HIDDEN struct gomp_clause_list
gomp_iterators_expand (const struct gomp_clause_list *list) COLD;

#endif
