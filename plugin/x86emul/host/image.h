/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loading images on a device.  */

#ifndef PLUGIN_X86EMUL_HOST_IMAGE_H
#define PLUGIN_X86EMUL_HOST_IMAGE_H

#include "base/compiler.h"
#include "base/diag.h"
#include "plugin.h"

struct x86emul_device;
struct x86emul_image;
struct x86emul_named_lists;

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
/* Its second step: LISTS, whose members this frees, are of x86emul_named_find
   for NAMED, of which only the names and the numbers of entries count.  */
HIDDEN enum gomp_status
x86emul_image_load_lists (struct x86emul_device *d,
                          const struct named_image *named,
                          const struct x86emul_named_lists *lists,
                          struct addr_pair **table, int *count);
/* The two steps of x86emul_image_load: is IMAGE, registered with VERSION, what
   this plugin loads?  Load IMAGE; IS_PRIVATE: it shares no variable with
   others.  */
HIDDEN enum gomp_status x86emul_image_check (unsigned version,
                                             const struct x86emul_image *image);
/* Do the SIZE bytes of the image NAME have the checksum that is EXPECTED?  */
HIDDEN enum gomp_status x86emul_image_check_bytes (const char *name,
                                                   const void *start,
                                                   size_t size,
                                                   uint64_t expected);
HIDDEN enum gomp_status
x86emul_image_load_as (struct x86emul_device *d,
                       const struct x86emul_image *image, bool is_private,
                       struct addr_pair **table, int *count);
/* Is there an image of the same code that calls the mapping checker?  */
HIDDEN bool x86emul_image_has_checked (const struct x86emul_image *image);
/* Is no variable of IMAGE visible to the whole program?  */
HIDDEN bool x86emul_image_is_private (const struct x86emul_image *image);
HIDDEN enum gomp_status x86emul_image_unload (struct x86emul_device *d,
                                              const void *descriptor);

#endif
