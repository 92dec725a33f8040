/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Objects of the interop construct.  abi/ calls these functions.  Any thread;
   no lock: an object does not change while it exists.  */

#ifndef GOMP_OFFLOAD_DIRECTIVE_INTEROP_H
#define GOMP_OFFLOAD_DIRECTIVE_INTEROP_H

#include "base/compiler.h"
#include "base/diag.h"
#include "plugin/plugin.h"

struct gomp_device;

/* What omp_interop_t points to; the name is GCC's.  NULL: omp_interop_none.  */
struct interop_obj_t
{
  struct gomp_device *device;
  int device_number; /* the program's */
  int runtime;       /* omp_interop_fr_t */
  struct gomp_foreign foreign;
  struct goacc_asyncqueue *queue; /* NULL: without targetsync */
  void *stream;                   /* of QUEUE, for the foreign runtime */
};

/* What init asks for; the compiler passes a sum.  */
enum gomp_interop_type
{
  GOMP_INTEROP_TARGET = 1,
  GOMP_INTEROP_TARGETSYNC = 2
};

/* Make an object for DEVICE (NULL: the host) and TYPES, a sum of enum
   gomp_interop_type.  PREFERRED is the prefer_type clause as the compiler
   encodes it, or NULL.  Stores NULL in *OBJECT if the device has no foreign
   runtime, or cannot make what is wanted (reported).  An error: the program
   must end.  */
HIDDEN enum gomp_status gomp_interop_create (struct gomp_device *device,
                                             int types, const char *preferred,
                                             struct interop_obj_t **object);
/* Release OBJECT, after all foreign tasks in it.  NULL: does nothing.  */
HIDDEN enum gomp_status gomp_interop_free (struct interop_obj_t *object);
/* Wait for the foreign tasks in OBJECT, if it has targetsync; NULL: does
   nothing.  */
HIDDEN enum gomp_status gomp_interop_wait (const struct interop_obj_t *object);
/* Call F with DATA, from any thread, when the foreign tasks are done that are
   now in OBJECT, which has targetsync.  */
HIDDEN void gomp_interop_call (const struct interop_obj_t *object,
                               void (*f) (void *data), void *data);

#endif
