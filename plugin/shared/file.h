/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An image's file in this process.  */

#ifndef PLUGIN_SHARED_FILE_H
#define PLUGIN_SHARED_FILE_H

#include <stddef.h>

#include "base/compiler.h"
#include "base/diag.h"

struct shared_image;

/* Load the file COPY, SIZE bytes, as IMAGE; NAME: of the program.  */
HIDDEN enum gomp_status shared_file_open (struct shared_image *image,
                                          const char *name, const char *copy,
                                          size_t size);
/* Undo that, and free IMAGE with what it has; NULL: nothing.  */
HIDDEN void shared_file_close (struct shared_image *image);

#endif
