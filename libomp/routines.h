/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The routines that libgomp.so.1 has, see routines.def.  */

#ifndef LIBOMP_ROUTINES_H
#define LIBOMP_ROUTINES_H

#include "base/compiler.h"

/* HANDLE is that of libgomp.so.1; before any of them is called.  */
HIDDEN void libomp_find_routines (void *handle);

#endif
