/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The images that a device has.  */

#ifndef PLUGIN_X86EMUL_HOST_IMAGES_H
#define PLUGIN_X86EMUL_HOST_IMAGES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/strbuf.h"
#include "sync/mutex.h"

struct x86emul_device;
struct x86emul_extent;
struct x86emul_image;
struct x86emul_range;
struct named_image;

struct x86emul_image_loaded
{
  struct x86emul_image_loaded *next;      /* in the device's list */
  const struct x86emul_image *descriptor; /* the program's; NULL: NAMED */
  const struct named_image *named;        /* likewise; NULL: DESCRIPTOR */
  void *copy;                       /* of the file, to be freed, or NULL */
  const char *file;                 /* the image as it is loaded */
  size_t file_size;                 /* bytes */
  uint32_t number;                  /* by which messages between host and
                                       device name it */
  uint64_t bias;                    /* added to the file's addresses */
  uint64_t start;                   /* of the mapped image */
  uint64_t end;                     /* one past it */
  uint64_t *functions;              /* device addresses; malloced */
  uint32_t function_count;          /* elements */
  uint32_t extent_count;            /* elements of extents */
  struct x86emul_extent *extents[]; /* its entries in memory.extents */
};

struct x86emul_images
{
  struct gomp_mutex lock;            /* guards the list and its number */
  struct x86emul_image_loaded *list; /* latest first */
  uint32_t next;                     /* number of the next image */
  void *const *indirect;             /* functions that regions of the next
                                        image call through host pointers: these
                                        pointers, the caller's */
  uint32_t indirect_count;           /* how many */
  atomic_uint plain;                 /* loaded without calls of the checker */
  atomic_uint checked;               /* loaded with them */
};

/* Enter IMAGE, which the device owns from now on, and the RANGE and OFFSET of
   each of its extents.  */
HIDDEN void x86emul_images_add (struct x86emul_device *d,
                                struct x86emul_image_loaded *image,
                                const struct x86emul_range *range,
                                const uint64_t *offset);
/* Remove the image that was registered with DATA, a descriptor or a named
   image, from the list; NULL if it is not there.  */
HIDDEN struct x86emul_image_loaded *
x86emul_images_take (struct x86emul_device *d, const void *data);
HIDDEN void x86emul_images_free (struct x86emul_image_loaded *image);
/* Drop all images of a stopped device.  */
HIDDEN void x86emul_images_clear (struct x86emul_device *d);
/* Store name and source location ("" if not known) of the region of FUNCTION;
   they are valid while the image is loaded.  False: it is not in a loaded
   image.  */
HIDDEN bool x86emul_images_function (struct x86emul_device *d,
                                     uint64_t function, const char **name,
                                     const char **source);
/* For how many OpenACC gangs the region of FUNCTION is compiled; 0: any, or it
   is not in a loaded image.  */
HIDDEN unsigned x86emul_images_gangs (struct x86emul_device *d,
                                      uint64_t function);
/* Write "NAME+0xOFFSET" if PC lies in the code of an image.  */
HIDDEN void x86emul_images_symbol (struct x86emul_device *d, uint64_t pc,
                                   struct gomp_strbuf *out);

#endif
