/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What clang's linker wrapper puts into a program: device images, and the
   host's entries.  */

#ifndef LIBOMPTARGET_IMAGE_H
#define LIBOMPTARGET_IMAGE_H

#include "libomptarget.h"

struct device_image
{
  const void *start; /* the image, or a package with it */
  const void *end;
  const void *entries_start; /* as the descriptor's */
  const void *entries_end;
};

/* Of a program or library.  */
struct descriptor
{
  int32_t image_count;
  const struct device_image *images;
  const void *entries_start;
  const void *entries_end;
};

/* An entry of the older layout, as it is in a program; target RTLs have this
   one alone.  */
struct old_entry
{
  void *address;
  const char *name;
  size_t size;
  int32_t flags;
  int32_t data;
};

/* One of the host's entries.  */
struct entry
{
  void *address;
  const char *name;
  size_t size;    /* 0: a function */
  uint32_t flags; /* enum entry_flags */
  uint64_t data;
};

enum entry_flags
{
  ENTRY_LINK = 1,  /* a pointer to the variable on the device */
  ENTRY_START = 2, /* a function of the image alone: runs when it is loaded */
  ENTRY_END = 4,   /* when it is unloaded */
  ENTRY_INDIRECT = 8,
  ENTRY_REQUIRES = 0x10, /* DATA: requirements on devices */
  ENTRY_VTABLE = 0x20    /* virtual functions of a class; in the image: a
                            pointer to the device's */
};

/* entries.c: the number of D's entries, and entry I.  False: it is not
   OpenMP's.  */
HIDDEN size_t omptarget_entry_count (const struct descriptor *d);
HIDDEN bool omptarget_entry (const struct descriptor *d, size_t i,
                             struct entry *entry);

/* package.c: the image itself in IMAGE.  */
HIDDEN void omptarget_unpack (const struct device_image *image,
                              const void **start, const void **end);

/* image_type.c: the type of devices that an image, a complete file, is for;
   0: they are not known.  */
HIDDEN int omptarget_image_type (const void *start, const void *end);
/* What such an unknown image is, in SIZE bytes of TEXT: for messages.  */
HIDDEN void omptarget_image_describe (const void *start, const void *end,
                                      char *text, size_t size) COLD;

/* region_name.c: NAME is the entry of a region: the name of the function with
   the region, and in SOURCE "line N".  Both are allocated.  */
HIDDEN char *omptarget_region_function (const char *name, char **source);

#endif
