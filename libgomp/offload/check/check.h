/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The mapping checker (OFFLOAD_EMUL_CHECK): it tracks which copy of a variable,
   the host's or the device's, has the current value.

   It listens to mappings, copies and unmappings (listener.c), sets the states
   of device memory that the device checks (plugin.h), and writes the reports.
   With a device whose plugin has no such states it does nothing.  The program
   reports accesses of the host (abi/offgomp_check.c), after checking
   gomp_check_wanted
   ().  */

#ifndef GOMP_OFFLOAD_CHECK_CHECK_H
#define GOMP_OFFLOAD_CHECK_CHECK_H

#include "offload/construct/construct.h"
#include "offload/construct/setup.h"
#include "offload/observe.h"
#include "tool/tool.h"

static inline bool
gomp_check_wanted (void)
{
  return unlikely (gomp_tool_wants () & GOMP_INFO_CHECK);
}

/* In this mode no mapping shares a page with another construct's, and so many
   bytes are between the mappings of one construct.  */
#define GOMP_CHECK_ALIGN 4096
#define GOMP_CHECK_GAP 1024

/* Listen if it is WANTED; else no longer.  */
HIDDEN void gomp_check_listen (bool wanted);

/* ---- ranges.c, copy.c, section.c: what happens to data.  */

/* SIZE bytes of the block at DEVPTR are for the region's use, and have a
   value.  */
HIDDEN void gomp_check_set (struct gomp_device *device, uintptr_t devptr,
                            size_t size) COLD;

/* The storage of S is laid out; nothing is filled in yet.  */
HIDDEN void gomp_check_mappings_allocated (const struct gomp_setup *s) COLD;
/* The bytes at HOST are about to be copied to [DEVPTR, DEVPTR + SIZE), or the
   other way.  */
HIDDEN void gomp_check_copy_begins (struct gomp_device *device,
                                    uintptr_t devptr, uintptr_t host,
                                    size_t size, bool to_device) COLD;
/* [DEVPTR, DEVPTR + SIZE) got the bytes at HOST; the other way.  */
HIDDEN void gomp_check_copied_to (struct gomp_device *device, uintptr_t devptr,
                                  uintptr_t host, size_t size) COLD;
HIDDEN void gomp_check_copied_from (struct gomp_device *device,
                                    uintptr_t devptr, uintptr_t host,
                                    size_t size) COLD;
/* SIZE bytes at TO of DEVICE got those at FROM.  */
HIDDEN void gomp_check_copied_within (struct gomp_device *device, uintptr_t to,
                                      uintptr_t from, size_t size) COLD;
/* The mapping of SIZE bytes at START, at DEVPTR of DEVICE, is about to be
   removed; its last copy is done.  */
HIDDEN void gomp_check_unmapped (struct gomp_device *device, uintptr_t start,
                                 size_t size, uintptr_t devptr,
                                 const char *directive) COLD;
/* Memory that the program allocated or associated itself; a variable of an
   image.  */
HIDDEN void gomp_check_allocated (struct gomp_device *device, uintptr_t devptr,
                                  size_t size) COLD;
HIDDEN void gomp_check_associated (struct gomp_device *device, uintptr_t start,
                                   size_t size, uintptr_t devptr,
                                   const char *routine) COLD;
/* A construct with the clauses LIST begins, or is left to a task.  */
HIDDEN void gomp_check_sections (const struct gomp_clause_list *list) COLD;
HIDDEN void gomp_check_variable (struct gomp_device *device, uintptr_t host,
                                 size_t size, uintptr_t copy) COLD;
/* The region of FN is about to run on DEVICE.  */
HIDDEN void gomp_check_launch (struct gomp_device *device, const void *fn,
                               enum gomp_model model) COLD;
/* Print what DEVICE has reported so far.  */
HIDDEN void gomp_check_drain (struct gomp_device *device) COLD;
/* The same for all, as the program ends with an error.  */
HIDDEN void gomp_check_failed (void) COLD;
/* DEVICE is about to be finalised.  */
HIDDEN void gomp_check_finish (struct gomp_device *device) COLD;
/* See base/fork.h.  */
HIDDEN void gomp_check_fork (enum gomp_fork when);
/* Whether the device reports all accesses of its regions.  */
HIDDEN bool gomp_check_sees (struct gomp_device *device) COLD;

/* ---- race.c: constructs with nowait.  */

enum gomp_check_directive
{
  GOMP_CHECK_TARGET,
  GOMP_CHECK_DATA,
  GOMP_CHECK_ENTER,
  GOMP_CHECK_EXIT,
  GOMP_CHECK_UPDATE
};
struct gomp_check_deferred;

/* The program has regions.  */
HIDDEN void gomp_check_race_start (void) COLD;
/* A construct is left to a task: the construct of NAME for device NUMBER;
   DEPENDS: with dependences.  NULL: it need not be tracked.  */
HIDDEN struct gomp_check_deferred *
gomp_check_race_meet (enum gomp_check_directive directive, const char *name,
                      int number, const struct gomp_clause_list *list,
                      bool depends) COLD;
/* For C, which may be NULL: it begins on the calling thread, in TASK; the
   thread turns to other work; it has ended, which TASK is about to report; or,
   instead of these, it does nothing on a device.  */
HIDDEN void gomp_check_race_begin (struct gomp_check_deferred *c,
                                   const void *task,
                                   enum gomp_check_directive directive,
                                   const struct gomp_clause_list *list) COLD;
HIDDEN void gomp_check_race_leave (void) COLD;
HIDDEN void gomp_check_race_end (struct gomp_check_deferred *c) COLD;
HIDDEN void gomp_check_race_drop (struct gomp_check_deferred *c) COLD;
/* The region of C, or of the construct of gomp_check_race_region, has ended on
   the device; its data are still mapped.  */
HIDDEN void gomp_check_race_ran (struct gomp_check_deferred *c) COLD;
/* A construct that is not deferred begins: a data directive; a region, whose
   end is reported with the returned value.  */
HIDDEN void gomp_check_race_now (enum gomp_check_directive directive,
                                 int number,
                                 const struct gomp_clause_list *list) COLD;
HIDDEN struct gomp_check_deferred *
gomp_check_race_region (int number, const struct gomp_clause_list *list) COLD;
HIDDEN void gomp_check_race_region_end (struct gomp_check_deferred *c) COLD;

/* ---- host.c: accesses of the host.  LOCATION: "FILE:LINE<tab>NAMES".  */

HIDDEN void gomp_check_host_read (uintptr_t start, size_t size,
                                  const char *location) COLD;
/* Likewise, for its value.  */
HIDDEN void gomp_check_host_use (uintptr_t start, size_t size,
                                 const char *location) COLD;
/* It is copied, value or not.  */
HIDDEN void gomp_check_host_copy (uintptr_t to, uintptr_t from, size_t size,
                                  const char *location) COLD;
HIDDEN void gomp_check_host_write (uintptr_t start, size_t size,
                                   const char *location) COLD;
/* [START, START + SIZE) ceases to be a variable; FREED: by free.  */
HIDDEN void gomp_check_host_dead (uintptr_t start, size_t size, bool freed,
                                  const char *location) COLD;
/* The calling thread is at LOCATION, and calls a function of a system header.
 */
HIDDEN void gomp_check_host_enter (const char *location) COLD;
/* What a Fortran array descriptor describes.  */
HIDDEN void gomp_check_host_read_array (const void *descriptor,
                                        const char *location) COLD;

#endif
