/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What offload/ tells of itself, where gomp_tool_wants () something: in the
   words of tool/, with names of devices and regions.  Everything is cold: it
   is called instead of, or beside, what is done for a program that asks for
   nothing.

   A construct does not ask whether it is to be told.  gomp_device_choose does
   not choose then (GOMP_CHOICE_TOLD), the entry point in abi/ notes where the
   program is and calls the function whose name ends in _told, and that is a
   second instance of the first one: a body marked INSTANCE.  */

#ifndef GOMP_OFFLOAD_TELL_H
#define GOMP_OFFLOAD_TELL_H

#include "offload/construct/construct.h"
#include "offload/construct/setup.h"
#include "offload/directive/launch.h"
#include "offload/directive/target.h"
#include "tool/tool.h"

/* DEVICE is in the table now.  */
HIDDEN void gomp_tell_device (struct gomp_device *device) COLD;
/* DEVICE is ready for use.  */
HIDDEN void gomp_tell_ready (struct gomp_device *device) COLD;

/* A construct of KIND begins, FN is its region or NULL; gomp_tool_end ends
   it.  */
HIDDEN void gomp_tell_begin (enum gomp_tool_kind kind,
                             struct gomp_device *device, const void *fn) COLD;
/* The host runs REGION from now on; likewise.  */
HIDDEN void gomp_tell_fallback (const struct gomp_region *region) COLD;
/* Why it will: REASON is a constant.  */
HIDDEN void gomp_tell_refused (struct gomp_device *device, const void *fn,
                               const char *reason) COLD;

/* The plugin's run, told.  */
HIDDEN void gomp_tell_run (const struct gomp_launch *launch,
                           const struct gomp_region *region,
                           void *variables) COLD;
HIDDEN void gomp_tell_launch (struct gomp_tool_launch *told,
                              struct gomp_device *device, const void *fn) COLD;

/* gomp_device_write, gomp_device_read and gomp_device_copy, told.  */
HIDDEN enum gomp_status gomp_tell_write (struct gomp_device *device,
                                         uintptr_t devptr, char *view,
                                         const void *host, const void *from,
                                         size_t size) COLD;
HIDDEN enum gomp_status gomp_tell_read (struct gomp_device *device, void *host,
                                        uintptr_t devptr, const char *view,
                                        size_t size) COLD;
HIDDEN enum gomp_status gomp_tell_copy (struct gomp_device *device,
                                        uintptr_t to, uintptr_t from,
                                        size_t size) COLD;
/* gomp_setup_put of what clause I names, told.  */
HIDDEN enum gomp_status gomp_tell_put (struct gomp_setup *s, size_t i,
                                       size_t offset, const void *source,
                                       size_t size) COLD;

/* The new mappings of S; those that C takes out now.  */
HIDDEN void gomp_tell_mapped (const struct gomp_setup *s) COLD;
/* Instead, if it has none: what was there is used.  */
HIDDEN void gomp_tell_used (const struct gomp_setup *s) COLD;
HIDDEN void gomp_tell_unmapped (const struct gomp_construct *c) COLD;
/* MAPPING, which the caller holds, is dead because its image is unloaded.  */
HIDDEN void gomp_tell_unloaded (struct gomp_device *device,
                                struct gomp_mapping *mapping) COLD;
/* The program has asked for what HOST is mapped to.  */
HIDDEN void gomp_tell_asked (struct gomp_device *device, uintptr_t host) COLD;
/* A routine on device memory, of KIND: [DEVPTR, DEVPTR + SIZE), which HOST (or
   0) belongs to.  */
HIDDEN void gomp_tell_memory (enum gomp_tool_kind kind,
                              struct gomp_device *device, uintptr_t host,
                              uintptr_t devptr, size_t size) COLD;

#endif
