/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The routines that libgomp.so.1 has, too.  */

#ifndef LIBOMPTARGET_ROUTINES_H
#define LIBOMPTARGET_ROUTINES_H

#include "base/compiler.h"

/* HANDLE: libgomp.so.1.  When the library is loaded.  */
HIDDEN void omptarget_find_routines (void *handle);

#endif
