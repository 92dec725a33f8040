/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images whose entries are found by their names (named_image.h): clang's.  */

#ifndef PLUGIN_NVPTX_NAMED_H
#define PLUGIN_NVPTX_NAMED_H

#include "base/diag.h"
#include "plugin.h"

struct named_image;
struct nvptx_device;
struct nvptx_image;

/* Load NAMED, or another one of its list that suits D, into IMAGE, which has
   room for its functions.  PAIRS: for load_named_image.  What is in IMAGE after
   an error can be destroyed; GOMP_ERR_NODEV: none suits D.  */
HIDDEN enum gomp_status nvptx_named_load (struct nvptx_device *d,
                                          const struct named_image *named,
                                          struct nvptx_image *image,
                                          struct addr_pair *pairs) COLD;

#endif
