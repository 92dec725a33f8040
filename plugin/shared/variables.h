/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Variables of an image (declare target) that are the program's.  */

#ifndef PLUGIN_SHARED_VARIABLES_H
#define PLUGIN_SHARED_VARIABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"

struct x86emul_image;
struct x86emul_image_table;

/* In the size of a variable: it is a link, a pointer on the device.  */
#define SHARED_LINK ((uint64_t)1 << 63)

/* Change FILE, SIZE bytes, a copy of the image of DESCRIPTOR, so that its
   variables are those at HOSTS, address and size of each, when it is loaded. */
HIDDEN enum gomp_status
shared_variables_bind (char *file, size_t size,
                       const struct x86emul_image *descriptor,
                       const uintptr_t *hosts);
/* Record that the variable NAME (or NULL) cannot be one on both sides; CLANG:
   clang compiled its code.  */
HIDDEN enum gomp_status shared_variables_refuse (const char *name,
                                                 bool clang) COLD;
/* Do the same to the links of the image, which is loaded, and check all.  */
HIDDEN enum gomp_status
shared_variables_link (const struct x86emul_image_table *table,
                       const struct x86emul_image *descriptor,
                       const uintptr_t *hosts);

#endif
