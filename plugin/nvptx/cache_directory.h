/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The directory in which linked images are kept, and how much of them.  */

#ifndef NVPTX_CACHE_DIRECTORY_H
#define NVPTX_CACHE_DIRECTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/compiler.h"

#define NVPTX_CACHE_SUFFIX ".cubin"
#define NVPTX_CACHE_NAME_MAX 96 /* of a file, with the NUL */

/* A descriptor of it, which with CREATE is made if it is not there; -1: there
   is none, or none that can be trusted.  */
HIDDEN int nvptx_cache_directory_open (bool create);
/* Remove what was used least recently until the rest is not larger than
   LIMIT, and what writers left that were killed.  */
HIDDEN void nvptx_cache_directory_trim (int directory, uint64_t limit);
/* Is NAME, of which S tells, the user's own, and can nobody else write it?  If
   not GOMP_DEBUG=1 tells why it is not used.  */
HIDDEN bool nvptx_cache_is_private (const char *name, const struct stat *s);

#endif
