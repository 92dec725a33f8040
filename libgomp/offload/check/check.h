/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The mapping checker (OFFLOAD_EMUL_CHECK): it tracks which copy of a variable,
   the host's or the device's, has the current value.

   It listens to mappings, copies and unmappings (listener.c), sets the states
   of device memory that the device checks (plugin.h), and writes the reports.
   With a device whose plugin has no such states it does nothing.  The program
   calls gomp_check_host_* (abi/offgomp_check.c) at accesses of the host, if
   gomp_check_wanted.  */

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

/* In this mode no mapping shares a page with another construct's.  The
   mappings of one construct are this many bytes apart.  */
#define GOMP_CHECK_ALIGN 4096
#define GOMP_CHECK_GAP 1024

/* Listen if it is WANTED; else no longer.  */
HIDDEN void gomp_check_listen (bool wanted);

/* ---- states.c, ranges.c, copy.c, section.c: what happens to data.  */

/* SIZE bytes of the block at DEVPTR are for the region, and have a value.  */
HIDDEN void gomp_check_states_set (struct gomp_device *device, uintptr_t devptr,
                                   size_t size) COLD;

/* The storage of S has addresses, but no contents yet.  */
HIDDEN void gomp_check_range_mapped (const struct gomp_setup *s) COLD;
/* A copy from HOST to [DEVPTR, DEVPTR + SIZE) begins, or the other way
   round.  */
HIDDEN void gomp_check_copy_begins (struct gomp_device *device,
                                    uintptr_t devptr, uintptr_t host,
                                    size_t size, bool to_device) COLD;
/* [DEVPTR, DEVPTR + SIZE) got the bytes at HOST, or HOST got those of the
   device.  */
HIDDEN void gomp_check_copy_to (struct gomp_device *device, uintptr_t devptr,
                                uintptr_t host, size_t size) COLD;
HIDDEN void gomp_check_copy_from (struct gomp_device *device, uintptr_t devptr,
                                  uintptr_t host, size_t size) COLD;
/* On DEVICE, SIZE bytes at TO got the bytes at FROM.  */
HIDDEN void gomp_check_copy_within (struct gomp_device *device, uintptr_t to,
                                    uintptr_t from, size_t size) COLD;
/* The mapping of SIZE bytes at START, at DEVPTR of DEVICE, is about to be
   removed; its last copy is done.  */
HIDDEN void gomp_check_range_unmapped (struct gomp_device *device,
                                       uintptr_t start, size_t size,
                                       uintptr_t devptr,
                                       const char *directive) COLD;
/* The program has allocated or associated memory; an image has a variable.  */
HIDDEN void gomp_check_range_allocated (struct gomp_device *device,
                                        uintptr_t devptr, size_t size) COLD;
HIDDEN void gomp_check_range_associated (struct gomp_device *device,
                                         uintptr_t start, size_t size,
                                         uintptr_t devptr,
                                         const char *routine) COLD;
/* A construct with the clauses LIST begins, or becomes a task.  */
HIDDEN void gomp_check_sections (const struct gomp_clause_list *list) COLD;
HIDDEN void gomp_check_range_variable (struct gomp_device *device,
                                       uintptr_t host, size_t size,
                                       uintptr_t copy) COLD;
/* ---- device.c.  */

/* The region of FN is about to run on DEVICE.  */
HIDDEN void gomp_check_device_launch (struct gomp_device *device,
                                      const void *fn,
                                      enum gomp_model model) COLD;
/* Print the reports of DEVICE so far.  */
HIDDEN void gomp_check_device_drain (struct gomp_device *device) COLD;
/* The program ends with an error: print the reports of all devices.  */
HIDDEN void gomp_check_device_drain_all (void) COLD;
/* DEVICE is about to be finalised.  */
HIDDEN void gomp_check_device_finish (struct gomp_device *device) COLD;
/* See base/fork.h.  */
HIDDEN void gomp_check_device_fork (enum gomp_fork when);
/* Does the device report all accesses of its regions?  */
HIDDEN bool gomp_check_device_sees (struct gomp_device *device) COLD;

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
/* A construct becomes a task: the construct of NAME for device NUMBER.
   DEPENDS: it has dependences.  NULL: it need not be tracked.  */
HIDDEN struct gomp_check_deferred *
gomp_check_race_meet (enum gomp_check_directive directive, const char *name,
                      int number, const struct gomp_clause_list *list,
                      bool depends) COLD;
/* For C, which may be NULL.  It begins on the calling thread, in TASK; the
   thread turns to other work; it has ended, as TASK is about to report.
   Instead of these: it does nothing on a device.  */
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
/* A construct that is no task begins: a data directive; a region, whose end is
   reported with the returned value.  */
HIDDEN void gomp_check_race_now (enum gomp_check_directive directive,
                                 int number,
                                 const struct gomp_clause_list *list) COLD;
HIDDEN struct gomp_check_deferred *
gomp_check_race_region (int number, const struct gomp_clause_list *list) COLD;
HIDDEN void gomp_check_race_region_end (struct gomp_check_deferred *c) COLD;

/* ---- block.c: blocks of the host's heap.  */

/* The block at START is about to be freed.  */
HIDDEN void gomp_check_block_ended (uintptr_t start) COLD;

/* ---- host.c: accesses of the host.  LOCATION: "FILE:LINE<tab>NAMES".  */

HIDDEN void gomp_check_host_read (uintptr_t start, size_t size,
                                  const char *location) COLD;
/* The host reads a value.  */
HIDDEN void gomp_check_host_use (uintptr_t start, size_t size,
                                 const char *location) COLD;
/* The host copies bytes, whether they have a value or not.  */
HIDDEN void gomp_check_host_copy (uintptr_t to, uintptr_t from, size_t size,
                                  const char *location) COLD;
HIDDEN void gomp_check_host_write (uintptr_t start, size_t size,
                                   const char *location) COLD;
/* [START, START + SIZE) is no longer a variable.  FREED: by free.  */
HIDDEN void gomp_check_host_dead (uintptr_t start, size_t size, bool freed,
                                  const char *location) COLD;
/* The calling thread calls a function of a system header at LOCATION.  */
HIDDEN void gomp_check_host_enter (const char *location) COLD;
/* The host has allocated a block.  */
HIDDEN void gomp_check_host_made (uintptr_t start, size_t size,
                                  const char *location) COLD;
/* The host reads the array that a Fortran DESCRIPTOR describes.  */
HIDDEN void gomp_check_host_read_array (const void *descriptor,
                                        const char *location) COLD;

#endif
