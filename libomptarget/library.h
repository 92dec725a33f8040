/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Programs and libraries with target regions that are loaded.  */

#ifndef LIBOMPTARGET_LIBRARY_H
#define LIBOMPTARGET_LIBRARY_H

#include <stdatomic.h>

#include "libomptarget.h"

/* Some program or library has registered itself.  */
HIDDEN extern atomic_bool omptarget_any_registered;

/* The region with the host address FN is at TEXT in the program: for
   messages.  */
HIDDEN void omptarget_learn_source (const void *fn, const char *text) COLD;

#endif
