/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Programs and libraries with target regions that are loaded.  */

#ifndef LIBOMPTARGET_LIBRARY_H
#define LIBOMPTARGET_LIBRARY_H

#include <stdatomic.h>

#include "libomptarget.h"

/* Some program or library has registered an image for devices of a kind that
   there are plugins for.  */
HIDDEN extern atomic_bool omptarget_any_registered;
/* About the last image for other devices; "": there was none.  */
HIDDEN extern char omptarget_unknown_image[256];

/* The region with the host address FN is at TEXT in the program: for
   messages.  */
HIDDEN void omptarget_learn_source (const void *fn, const char *text) COLD;

#endif
