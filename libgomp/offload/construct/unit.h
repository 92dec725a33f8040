/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Units: the clauses of enter data that are mapped together.  */

#ifndef GOMP_OFFLOAD_CONSTRUCT_UNIT_H
#define GOMP_OFFLOAD_CONSTRUCT_UNIT_H

#include "offload/construct/clause.h"

/* The end of the group that begins with clause FIRST, such as a structure and
   its members.  */
HIDDEN size_t gomp_group_end (const struct gomp_clause_list *list,
                              size_t first);
/* The end of the unit that begins with clause FIRST: one group, or several
   small objects, whose copies cost less in one block.  */
HIDDEN size_t gomp_unit_end (const struct gomp_clause_list *list, size_t first);
/* May the units of LIST be mapped one after the other?  If not, all of LIST is
   one unit: GCC 12 passes a pointer before its structure or its target, or it
   does not pass a reference to the pointer.  */
HIDDEN bool gomp_units_are_apart (const struct gomp_clause_list *list);

#endif
