/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Linked images on disk, so that a second start need not translate PTX.
   cache_directory.h has the directory.  */

#ifndef PLUGIN_NVPTX_CACHE_H
#define PLUGIN_NVPTX_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* All that the result of linking depends on.  */
struct nvptx_cache_key
{
  uint64_t hash[2];   /* of the PTX */
  uint64_t size;      /* bytes of it */
  int32_t driver;     /* its version */
  int32_t capability; /* of the device, 90 is 9.0 */
  int32_t level;      /* of optimization */
  int32_t texts;      /* how many */
};

HIDDEN void nvptx_cache_hash (struct nvptx_cache_key *key, const char *text,
                              size_t size);
/* Return the cubin for KEY, which the caller frees; NULL: there is none that
   can be trusted.  */
HIDDEN void *nvptx_cache_read (const struct nvptx_cache_key *key);
/* Keep CUBIN for KEY.  If that is not possible, this is no error.  */
HIDDEN void nvptx_cache_write (const struct nvptx_cache_key *key,
                               const void *cubin, size_t size);

#endif
