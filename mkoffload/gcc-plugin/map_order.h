/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The order of map clauses, in C and C++.

   The library expects the parts of a structure behind one struct clause, and
   what is mapped as a whole before what is mapped of its parts.  GCC 12 passes
   parts of elements of an array (s.a[1].y) apart from the other members.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_MAP_ORDER_H
#define MKOFFLOAD_GCC_PLUGIN_MAP_ORDER_H

#include "map_storage.h"

/* Put the map clauses of TARGET into this order.  */
void offgomp_map_order (gomp_target *target, map_finder &finder);

#endif
