/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC (2.6): the functions that abi/ calls.

   A function that returns a status has recorded the error; abi/ ends the
   program then.  All functions attach the calling thread to a device first,
   unless they say otherwise (OpenACC 2.6 section 2.3).  ASYNC is an async
   value as programs pass it: the number of a queue, or one of the two special
   values.  The functions check it.  */

#ifndef GOMP_OPENACC_OPENACC_H
#define GOMP_OPENACC_OPENACC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "offload/construct/clause.h"
#include "plugin/plugin.h"

/* Special async values (OpenACC 2.6 section 2.16).  */
#define GOMP_ACC_NOVAL (-1) /* the queue without a number */
#define GOMP_ACC_SYNC (-2)  /* no queue: wait for the end */

/* Flags of the entry points; the compiler passes their complement.  */
#define GOMP_ACC_FALLBACK 1 /* an if clause is false */
#define GOMP_ACC_LOCAL 2    /* a self clause is true */
/* Our own flag: a construct of an old compiler, without device code.  */
#define GOMP_ACC_WITHOUT_CODE 0x10000
#define GOMP_ACC_ON_HOST                                                       \
  (GOMP_ACC_FALLBACK | GOMP_ACC_LOCAL | GOMP_ACC_WITHOUT_CODE)

/* ---- Directives (directive.c, launch.c).  */

/* The queues that a directive waits for, and the one that it uses.  */
struct gomp_acc_order
{
  int async;
  int count;        /* the number of WAITS */
  const int *waits; /* async values */
};

/* A compute construct's region.  */
struct gomp_acc_region
{
  void (*fn) (void *); /* the host's function */
  struct gomp_clause_list list;
  unsigned flags;
  unsigned dims[3]; /* gangs, workers, vector length; 0: not given */
  struct gomp_acc_order order;
};
HIDDEN enum gomp_status gomp_acc_compute (const struct gomp_acc_region *region);
HIDDEN enum gomp_status
gomp_acc_data_begin (unsigned flags, const struct gomp_clause_list *list);
HIDDEN enum gomp_status gomp_acc_data_end (void);
/* Directives on data, and routines that do for one clause what a directive
   does.  */
enum gomp_acc_action
{
  GOMP_ACC_ENTER_DATA,
  GOMP_ACC_EXIT_DATA,
  GOMP_ACC_UPDATE,
  GOMP_ACC_DECLARE,     /* the beginning of a declare directive's scope */
  GOMP_ACC_DECLARE_END, /* the end of that scope */
  GOMP_ACC_COPYIN,
  GOMP_ACC_CREATE,
  GOMP_ACC_COPYOUT,
  GOMP_ACC_DELETE,
  GOMP_ACC_UPDATE_DEVICE,
  GOMP_ACC_UPDATE_SELF,
  GOMP_ACC_ATTACH,
  GOMP_ACC_DETACH,
  GOMP_ACC_ENTER_OR_EXIT /* of old compilers: LIST says which of both */
};
/* ACTION: ENTER_DATA, EXIT_DATA, UPDATE, ENTER_OR_EXIT.  */
HIDDEN enum gomp_status
gomp_acc_data_directive (enum gomp_acc_action action, unsigned flags,
                         const struct gomp_clause_list *list,
                         const struct gomp_acc_order *order);
HIDDEN enum gomp_status gomp_acc_declare (unsigned flags,
                                          const struct gomp_clause_list *list);
HIDDEN enum gomp_status
gomp_acc_wait_directive (const struct gomp_acc_order *order);

/* ---- Devices (device.c).  TYPE: acc_device_t as a number.  */

HIDDEN enum gomp_status gomp_acc_count_devices (int type, int *count);
HIDDEN enum gomp_status gomp_acc_set_type (int type);
HIDDEN enum gomp_status gomp_acc_get_type (int *type);
HIDDEN enum gomp_status gomp_acc_set_number (int number, int type);
HIDDEN enum gomp_status gomp_acc_get_number (int type, int *number);
HIDDEN enum gomp_status gomp_acc_init (int type);
HIDDEN enum gomp_status gomp_acc_shutdown (int type);
HIDDEN bool gomp_acc_is_on (int type);
/* VALUE is 0 or NULL if the property is of the other kind, or not known.  */
HIDDEN enum gomp_status
gomp_acc_get_property (int number, int type, int property, bool is_string,
                       union goacc_property_value *value);

/* For plugins: the calling thread, or NULL; and its data, which
   openacc_create_thread_data of a plugin has returned.  Do not attach the
   thread.  */
HIDDEN struct goacc_thread *gomp_acc_plugin_thread (void);
HIDDEN void *gomp_acc_plugin_data (void);

/* ---- Queues (queue.c).  */

HIDDEN enum gomp_status gomp_acc_test (int async, bool *done);
HIDDEN enum gomp_status gomp_acc_test_all (bool *done);
HIDDEN enum gomp_status gomp_acc_wait (int async);
HIDDEN enum gomp_status gomp_acc_wait_all (void);
/* Work that is put into queue AFTER from now on waits for the work in
   ASYNC.  */
HIDDEN enum gomp_status gomp_acc_wait_async (int async, int after);
HIDDEN enum gomp_status gomp_acc_wait_all_async (int after);
/* The tool ends: each thread of the library that has nothing to do reports its
   own end.  */
HIDDEN void gomp_acc_worker_report_ends (void) COLD;

/* CUDA's objects, or NULL.  gomp_acc_set_cuda_stream returns 0 if STREAM
   cannot be set, -1 without CUDA, else the plugin's result.  */
HIDDEN void *gomp_acc_cuda_device (void);
HIDDEN void *gomp_acc_cuda_context (void);
HIDDEN void *gomp_acc_cuda_stream (int async);
HIDDEN int gomp_acc_set_cuda_stream (int async, void *stream);

/* ---- Routines on data (routine.c).  */

/* ACTION: COPYIN, CREATE.  *DEVPTR: the device address of HOST.  */
HIDDEN enum gomp_status gomp_acc_enter_range (enum gomp_acc_action action,
                                              void *host, size_t size,
                                              int async, void **devptr);
/* ACTION: COPYOUT, DELETE.  */
HIDDEN enum gomp_status gomp_acc_exit_range (enum gomp_acc_action action,
                                             void *host, size_t size, int async,
                                             bool finalize);
/* ACTION: UPDATE_DEVICE, UPDATE_SELF.  */
HIDDEN enum gomp_status gomp_acc_update_range (enum gomp_acc_action action,
                                               void *host, size_t size,
                                               int async);
/* 1 or 0; -1: the error is recorded.  */
HIDDEN int gomp_acc_is_present (void *host, size_t size);
HIDDEN enum gomp_status gomp_acc_attach (void **host, int async);
HIDDEN enum gomp_status gomp_acc_detach (void **host, int async, bool finalize);

/* ---- Device memory (memory.c).  */

HIDDEN enum gomp_status gomp_acc_malloc (size_t size, void **devptr);
HIDDEN enum gomp_status gomp_acc_free (void *devptr);
HIDDEN enum gomp_status gomp_acc_map_data (void *host, void *devptr,
                                           size_t size);
HIDDEN enum gomp_status gomp_acc_unmap_data (void *host);
HIDDEN enum gomp_status gomp_acc_deviceptr (void *host, void **devptr);
HIDDEN enum gomp_status gomp_acc_hostptr (void *devptr, void **host);
enum gomp_acc_copy
{
  GOMP_ACC_TO_DEVICE,
  GOMP_ACC_FROM_DEVICE,
  GOMP_ACC_WITHIN
};
HIDDEN enum gomp_status gomp_acc_memcpy (enum gomp_acc_copy way, void *to,
                                         const void *from, size_t size,
                                         int async);

#endif
