/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What libomptarget.so, which clang's programs with target constructs use, gets
   from libgomp.so.1: a table of functions, found by the name OFFGOMP_TARGET
   (core_table.h).  The two libraries are of one release, as those of
   offgomp_core.h are.

   Devices have the program's numbers; -1 is the default device.  An error ends
   the program.  */

#ifndef OFFGOMP_TARGET_H
#define OFFGOMP_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "map_clauses.h"

#define OFFGOMP_TARGET "offgomp_target"

struct named_image;

/* The host's entries of an image.  */
struct offgomp_host_table
{
  void *const *functions_start; /* address of each target region */
  void *const *functions_end;
  const uintptr_t *variables_start; /* address, size of each variable */
  const uintptr_t *variables_end;
};

enum offgomp_data
{
  OFFGOMP_DATA_BEGIN_OR_ENTER, /* clang's code does not say which */
  OFFGOMP_DATA_END_OR_EXIT,
  OFFGOMP_DATA_ENTER,
  OFFGOMP_DATA_EXIT,
  OFFGOMP_DATA_UPDATE
};

struct offgomp_target
{
  /* Rows of the table of kinds, for lists of clauses: by operation and
     flags.  */
  const uint8_t (*codes)[256];

  /* TABLE and IMAGE stay until the image is unregistered.  TYPE: of devices. */
  void (*register_image) (const struct offgomp_host_table *table,
                          const struct named_image *image, int type);
  void (*unregister_image) (const struct named_image *image);
  /* MASK: requires_mask.h.  */
  void (*require) (unsigned mask);

  /* Run the region with the host address FN and the clauses LIST.  SHAPE: its
     thread limit and teams, see named_image.h.  AT: the address in the program
     that wants it.  False: the host is to run it.  */
  bool (*run) (int device, const void *fn, const struct gomp_clause_list *list,
               uint64_t shape, const void *at);
  /* The same for a construct with nowait.  If a task that task_spawn_target
     (offgomp_core.h) made has it, the region may go on after the return, and
     the task is complete when it has ended.  */
  bool (*run_nowait) (int device, const void *fn,
                      const struct gomp_clause_list *list, uint64_t shape,
                      const void *at);
  /* A data directive.  The host addresses of `use device' clauses are replaced
     if there is a device copy.  TEXT: what the compiler says of the call,
     ";file;function;line;column;;", or NULL.  */
  void (*data) (enum offgomp_data which, int device,
                const struct gomp_clause_list *list, const void *at,
                const char *text);

  /* Print as messages of the library are; the second ends the program.  */
  void (*warning) (const char *text);
  void (*fatal) (const char *text) __attribute__ ((noreturn));
};

#endif
