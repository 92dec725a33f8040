/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What debuggers look up (OMPD, OpenMP 5.2 chapter 20): where libompd.so is,
   the table by which it reads the library's data (debug_table.h), and the
   functions at which a debugger stops.  Owns constants only; nothing here is
   executed unless OMP_DEBUG is enabled, except ompd_dll_locations_valid, once.
 */

#include <stddef.h>

#include "base/compiler.h"
#include "debug_table.h"
#include "icv/icv.h"
#include "icv/places.h"
#include "tasking/task.h"
#include "team/breakpoint.h"
#include "team/observe.h"
#include "team/pool.h"
#include "team/self.h"
#include "team/team.h"

#define SIZE_OF(type, member) sizeof (((type *)NULL)->member)

extern const struct debug_table offgomp_debug_table;
EXPORT const struct debug_table offgomp_debug_table = {
  .magic = DEBUG_TABLE_MAGIC,
  .version = DEBUG_TABLE_VERSION,
  .order = DEBUG_TABLE_ORDER,
  .pointer_size = sizeof (void *),
  .roots = DEBUG_ROOTS,
  .rows = DEBUG_ROWS,
  .root = {
#define ROOT(name, object) &object,
#define MEMBER(name, type, member)
#define SIZE(name, type)
#include "debug_table.def"
#undef ROOT
#undef MEMBER
#undef SIZE
  },
  .row = {
#define ROOT(name, object)
#define MEMBER(name, type, member)                                             \
  { offsetof (type, member), SIZE_OF (type, member) },
#define SIZE(name, type) { 0, sizeof (type) },
#include "debug_table.def"
#undef ROOT
#undef MEMBER
#undef SIZE
  },
};

/* The installed one, or else one that the debugger's dynamic linker finds.  It
   is a variable that a debugger reads, so it is complete before the program
   runs.  */
static const char *locations[] = { LIBOMPD, "libompd.so", NULL };
extern const char **ompd_dll_locations;
EXPORT const char **ompd_dll_locations = locations;

/* A debugger that has looked before the dynamic linker has relocated the
   variable stops here.  */
void ompd_dll_locations_valid (void);
EXPORT NOINLINE void
ompd_dll_locations_valid (void)
{
  __asm__ volatile("");
}

static CONSTRUCTOR void
say_valid (void)
{
  ompd_dll_locations_valid ();
}

#define BREAKPOINT(name)                                                       \
  EXPORT NOINLINE void ompd_bp_##name (void) { __asm__ volatile(""); }
#include "team/breakpoints.def"
