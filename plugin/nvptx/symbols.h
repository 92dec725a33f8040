/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Variables and tables of a loaded image.  */

#ifndef PLUGIN_NVPTX_SYMBOLS_H
#define PLUGIN_NVPTX_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "driver.h"
#include "plugin.h"

struct nvptx_device;

/* The address of an image's variable NAME; NEEDED: a missing variable is an
   error.  */
HIDDEN enum gomp_status nvptx_symbols_variable (struct nvptx_device *d,
                                                CUmodule module,
                                                const char *name, bool needed,
                                                struct addr_pair *pair);
/* Store in ADDRESSES the table NAME of an image, of COUNT addresses of its
   functions, called WHAT in messages.  */
HIDDEN enum gomp_status nvptx_symbols_table (struct nvptx_device *d,
                                             CUmodule module, const char *name,
                                             const char *what, size_t count,
                                             uint64_t *addresses);

#endif
