/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The routines of omp.h, which libgomp.so.1 implements; see routines.def.  */

#ifndef LIBOMP_ROUTINES_H
#define LIBOMP_ROUTINES_H

#include "base/compiler.h"

/* Find the routines in libgomp.so.1, whose handle is HANDLE.  Called before any
   routine.  */
HIDDEN void libomp_find_routines (void *handle);

#endif
