/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The threads that use OpenACC, and the devices that they are bound to.  See
   thread.c.  */

#ifndef GOMP_OPENACC_THREAD_H
#define GOMP_OPENACC_THREAD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/tls.h"
#include "base/compiler.h"
#include "openacc/observe.h"
#include "plugin/plugin.h"

struct gomp_device;

/* The values of acc_device_t.  */
enum gomp_acc_type
{
  GOMP_ACC_CURRENT = -1,
  GOMP_ACC_NONE = 0,
  GOMP_ACC_DEFAULT = 1,
  GOMP_ACC_HOST = 2,
  GOMP_ACC_NOT_HOST = 4,
  GOMP_ACC_NVIDIA = 5,
  GOMP_ACC_EMULATED = 7,
  GOMP_ACC_RADEON = 8,
  GOMP_ACC_TYPES
};

/* A device as OpenACC numbers it.  */
struct gomp_acc_device
{
  int type;                   /* enum gomp_acc_type; NONE: no device */
  int number;                 /* its number among the devices of its type, from
                                 0 */
  struct gomp_device *device; /* NULL: the host */
};

struct gomp_acc_data;

/* The record of a thread that used OpenACC.  Other threads look at it only
   when a type is shut down, with the lock of thread.c.  */
struct gomp_acc_thread
{
  struct goacc_thread shared;       /* first */
  struct gomp_acc_thread *next;     /* thread.c's list */
  struct gomp_acc_thread *previous; /* likewise */
  struct gomp_acc_device device;    /* the thread's; NONE: not chosen yet */
  struct gomp_acc_data *data;       /* innermost open data region, or NULL */
  struct gomp_acc_data *spare;      /* memory for the next one, or NULL */
  unsigned on_host; /* number of regions that the thread runs on the host,
                       because no clause lets the device run them */
};

/* The calling thread, or NULL: it has not used OpenACC.  */
HIDDEN struct gomp_acc_thread *gomp_acc_self_find (void);
#if ARCH_HAS_TLS_DISTANCE
/* The distance of the pointer to it, see arch/tls.h; 0: not known.  */
HIDDEN extern _Atomic intptr_t gomp_acc_self_distance;
#endif
/* The calling thread without a call, if that is possible; or NULL.  */
static inline struct gomp_acc_thread *
gomp_acc_self_quick (void)
{
#if ARCH_HAS_TLS_DISTANCE
  /* Relaxed: all threads store the same value.  */
  intptr_t distance
      = atomic_load_explicit (&gomp_acc_self_distance, memory_order_relaxed);
  return likely (distance != 0) ? arch_tls_load (distance) : NULL;
#else
  return gomp_acc_self_find ();
#endif
}
static inline struct gomp_acc_thread *
gomp_acc_self_if_any (void)
{
  struct gomp_acc_thread *self = gomp_acc_self_quick ();
  return likely (self != NULL) ? self : gomp_acc_self_find ();
}
/* The calling thread; NULL: no memory (recorded).  */
HIDDEN struct gomp_acc_thread *gomp_acc_self (void);
/* From now on THREAD uses DEVICE, which is open.  */
HIDDEN void gomp_acc_bind (struct gomp_acc_thread *thread,
                           const struct gomp_acc_device *device);
/* Is a thread bound to a device of TYPE that has an open data region, or that
   runs a region on the host instead?  If not, all threads of TYPE were
   unbound.  */
enum gomp_acc_use
{
  GOMP_ACC_UNUSED,
  GOMP_ACC_IN_DATA,
  GOMP_ACC_IN_REGION
};
HIDDEN enum gomp_acc_use gomp_acc_unbind_all (int type);

/* Is the calling thread bound to the host, and is there no listener to what
   constructs do?  False also if this quick test does not show it.  */
static inline bool
gomp_acc_is_host_quick (void)
{
  const struct gomp_acc_thread *self = gomp_acc_self_quick ();
  return self != NULL && self->device.type == GOMP_ACC_HOST
         && !gomp_acc_watched ();
}

#endif
