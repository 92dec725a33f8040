/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The clauses of enter data that are mapped together.  */

#ifndef GOMP_OFFLOAD_CONSTRUCT_UNIT_H
#define GOMP_OFFLOAD_CONSTRUCT_UNIT_H

#include "offload/construct/clause.h"

/* The end of the clauses from FIRST on that belong together, such as a
   structure and its members.  */
HIDDEN size_t gomp_group_end (const struct gomp_clause_list *list,
                              size_t first);
/* The end of the clauses from FIRST on that are mapped together: a group, or
   several small objects, whose copies cost less in one block.  */
HIDDEN size_t gomp_unit_end (const struct gomp_clause_list *list, size_t first);
/* May these be mapped one after the other?  False: GCC 12 passes a pointer
   before the structure that it is in, or before its target, or does not pass a
   reference to it.  Then all of LIST is mapped together.  */
HIDDEN bool gomp_units_are_apart (const struct gomp_clause_list *list);

#endif
