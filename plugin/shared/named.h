/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images whose entries are found by their names (named_image.h).  */

#ifndef PLUGIN_SHARED_NAMED_H
#define PLUGIN_SHARED_NAMED_H

#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "plugin.h"

struct shared_image;

/* Load the image that IMAGE->named says, whose variables on the host are HOSTS,
   address and size of each.  TABLE, COUNT: as the hook load_named_image.  */
HIDDEN enum gomp_status shared_named_load (struct shared_image *image,
                                           const uintptr_t *hosts,
                                           struct addr_pair **table,
                                           int *count);
/* IMAGE is about to be unloaded.  */
HIDDEN void shared_named_end (const struct shared_image *image);

#endif
