/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where debuggers stop (OMPD): functions of OpenMP 5.2 section 20.6, which do
   nothing.  The observed instances of constructs call them if OMP_DEBUG is
   enabled, each in the thread to which the event belongs, without a lock.
   abi/ompd.c defines them.  */

#ifndef GOMP_TEAM_BREAKPOINT_H
#define GOMP_TEAM_BREAKPOINT_H

#include "base/compiler.h"
#include "icv/icv.h"

#define BREAKPOINT(name) void ompd_bp_##name (void);
#include "team/breakpoints.def"
#undef BREAKPOINT

#define GOMP_BREAKPOINT(name)                                                  \
  do                                                                           \
    {                                                                          \
      if (unlikely (gomp_icv_global.debug))                                    \
        ompd_bp_##name ();                                                     \
    }                                                                          \
  while (0)

#endif
