/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loading images on a device.  */

#ifndef PLUGIN_X86EMUL_HOST_IMAGE_H
#define PLUGIN_X86EMUL_HOST_IMAGE_H

#include "base/compiler.h"
#include "base/diag.h"
#include "plugin.h"

struct x86emul_device;

/* Load the image that DESCRIPTOR describes, which the program registered with
   VERSION.  *TABLE: as from GOMP_OFFLOAD_load_image; *COUNT: its entries.  */
HIDDEN enum gomp_status x86emul_image_load (struct x86emul_device *d,
                                            unsigned version,
                                            const void *descriptor,
                                            struct addr_pair **table,
                                            int *count);
/* The same for an image whose entries are found by their names.  */
HIDDEN enum gomp_status
x86emul_image_load_named (struct x86emul_device *d,
                          const struct named_image *named,
                          struct addr_pair **table, int *count);
HIDDEN enum gomp_status x86emul_image_unload (struct x86emul_device *d,
                                              const void *descriptor);

#endif
