/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The devices, and the images that each has.  */

#ifndef PLUGIN_SHARED_DEVICE_H
#define PLUGIN_SHARED_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/strbuf.h"
#include "sync/mutex.h"

struct named_image;
struct x86emul_image;

/* An image, loaded into this process for one device.  */
struct shared_image
{
  struct shared_image *next;              /* in the device's list */
  const struct x86emul_image *descriptor; /* as registered; NULL: NAMED */
  const struct named_image *named;        /* likewise; NULL: DESCRIPTOR */
  void *handle;                           /* of dlopen */
  int fd;                                 /* its file, which /proc names */
  uint64_t bias;                          /* added to the file's addresses */
  uint64_t start;                         /* of its memory */
  uint64_t end;                           /* one past that */
  const uint64_t *functions;              /* its table of regions */
  uint64_t *entries;                      /* of NAMED: see named.c; malloced */
};

struct shared_device
{
  int ordinal;                 /* its index in the table */
  int number;                  /* the program's number of it */
  struct gomp_mutex lock;      /* guards the list */
  struct shared_image *images; /* latest first */
  const uintptr_t *variables;  /* of the next image on the host: address, size
                                  pairs; the caller's */
  size_t variable_count;       /* pairs */
};

/* Constant after the plugin's start, but for the members that the lock
   guards.  */
HIDDEN extern struct shared_device *shared_devices;
HIDDEN extern int shared_device_count;

/* Make COUNT devices; false: out of memory (recorded).  */
HIDDEN bool shared_devices_create (int count);
HIDDEN void shared_device_add (struct shared_device *d,
                               struct shared_image *image);
/* Take the image that was registered with DATA out of the list; NULL: there is
   none.  */
HIDDEN struct shared_image *shared_device_take (struct shared_device *d,
                                                const void *data);
/* Empty the list of D, whose images stay loaded.  */
HIDDEN void shared_device_forget (struct shared_device *d);
/* Store name and source ("" if not known) of the region FUNCTION; valid while
   its image is loaded.  False: D has no such region.  */
HIDDEN bool shared_device_function (struct shared_device *d, uint64_t function,
                                    const char **name, const char **source);
/* Write "NAME+0xOFFSET" if PC is in code of an image of any device.  */
HIDDEN void shared_device_symbol (struct gomp_strbuf *out, uint64_t pc);

#endif
