/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The routines that libgomp.so.1 has, too.  */

#ifndef LIBOMPTARGET_ROUTINES_H
#define LIBOMPTARGET_ROUTINES_H

#include "base/compiler.h"

/* The addresses of the routines there.  */
#define ROUTINE(name) HIDDEN extern void *omptarget_at_##name;
#define CHANGED ROUTINE
#include "routines.def"
#undef CHANGED
#undef ROUTINE

/* HANDLE: libgomp.so.1.  When the library is loaded.  */
HIDDEN void omptarget_find_routines (void *handle);

#endif
