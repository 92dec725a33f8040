/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The images loaded on a device.  */

#ifndef X86EMUL_HOST_IMAGE_H
#define X86EMUL_HOST_IMAGE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "base/strbuf.h"
#include "plugin.h"
#include "sync/mutex.h"

struct x86emul_device;
struct x86emul_image_loaded;

struct x86emul_images
{
  struct gomp_mutex lock;            /* guards the list and its number */
  struct x86emul_image_loaded *list; /* latest first */
  uint32_t next;                     /* number of the next image */
  atomic_uint plain;                 /* loaded without calls of the checker */
  atomic_uint checked;               /* loaded with them */
};

/* Load the image that DESCRIPTOR, registered as VERSION, describes.  *TABLE:
   as GOMP_OFFLOAD_load_image gives it, *COUNT its entries.  */
HIDDEN enum gomp_status x86emul_image_load (struct x86emul_device *d,
                                            unsigned version,
                                            const void *descriptor,
                                            struct addr_pair **table,
                                            int *count);
HIDDEN enum gomp_status x86emul_image_unload (struct x86emul_device *d,
                                              const void *descriptor);
/* Forget all images of a device that was stopped.  */
HIDDEN void x86emul_image_clear (struct x86emul_device *d);
/* Name and source position ("" if not known) of the region that FUNCTION is;
   false: none of a loaded image.  Valid while the image is loaded.  */
HIDDEN bool x86emul_image_function (struct x86emul_device *d, uint64_t function,
                                    const char **name, const char **source);
/* Write "NAME+0xOFFSET" if PC lies in the code of an image.  */
HIDDEN void x86emul_image_symbol (struct x86emul_device *d, uint64_t pc,
                                  struct gomp_strbuf *out);

#endif
