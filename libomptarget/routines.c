/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The routines that libgomp.so.1 has: each jumps there, with its arguments and
   its result unchanged.  */

#include "routines.h"

#include "core_table.h"

#define ROUTINE(name) void *omptarget_at_##name;
#define CHANGED ROUTINE
#include "routines.def"
#undef CHANGED
#undef ROUTINE

#define ROUTINE(name) CORE_ROUTINE (name, omptarget_at_##name)
#define CHANGED(name)
#include "routines.def"
#undef CHANGED
#undef ROUTINE

static const struct core_routine routines[] = {
#define ROUTINE(name) { &omptarget_at_##name, #name },
#define CHANGED ROUTINE
#include "routines.def"
#undef CHANGED
#undef ROUTINE
};

void
omptarget_find_routines (void *handle)
{
  core_routines_find (routines, GOMP_ARRAY_SIZE (routines), handle);
}
