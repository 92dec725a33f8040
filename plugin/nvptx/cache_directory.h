/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The directory of linked images, and its size limit.  */

#ifndef PLUGIN_NVPTX_CACHE_DIRECTORY_H
#define PLUGIN_NVPTX_CACHE_DIRECTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "os/kept_file.h"

#define NVPTX_CACHE_SUFFIX ".cubin"
#define NVPTX_CACHE_NAME_MAX 96 /* of a file, with the NUL */

/* A descriptor of the directory, which CREATE creates if it does not exist; -1
   if there is none, or none that can be trusted.  */
HIDDEN int nvptx_cache_directory_open (bool create);
/* Keep the COUNT parts as the file NAME, which has the name TEMPORARY until it
   is complete.  The least recently used files make room for it; leftover files
   of killed writers are removed.  */
HIDDEN void nvptx_cache_directory_write (int directory, const char *temporary,
                                         const char *name,
                                         const struct iovec *part,
                                         unsigned count);
/* Does NAME, with status S, belong to the user, and can no other user write it?
   If not, GOMP_DEBUG=1 reports why it is not used.  */
HIDDEN bool nvptx_cache_is_private (const char *name, const struct stat *s);

#endif
