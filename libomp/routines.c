/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The routines that libgomp.so.1 has: each jumps there, with its arguments and
   its result unchanged.  */

#include "routines.h"

#include "core_table.h"

#define SAME(name) OTHER (name, name)

/* The addresses of the routines in libgomp.so.1.  */
#define OTHER(name, theirs) HIDDEN void *libomp_at_##name;
#include "routines.def"
#undef OTHER

#define OTHER(name, theirs) CORE_ROUTINE (name, libomp_at_##name)
#include "routines.def"
#undef OTHER

static const struct core_routine routines[] = {
#define OTHER(name, theirs) { &libomp_at_##name, #theirs },
#include "routines.def"
#undef OTHER
};

void
libomp_find_routines (void *handle)
{
  core_routines_find (routines, GOMP_ARRAY_SIZE (routines), handle);
}
