/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target constructs, as abi/ calls them.  Statuses other than GOMP_OK and the
   choice GOMP_CHOICE_ERROR come with a recorded message.

   GOMP_OBSERVE and GOMP_CHOICE_OBSERVED are different: they mean that nothing
   was done because constructs have a listener.  Record the call site, by
   gomp_observe_set_here, then call the _observed variant, or
   gomp_data_observe.  */

#ifndef GOMP_OFFLOAD_DIRECTIVE_TARGET_H
#define GOMP_OFFLOAD_DIRECTIVE_TARGET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "offload/construct/clause.h"
#include "offload/device/device.h"
#include "offload/observe.h"

/* A target construct as the compiler passes it.  */
struct gomp_region
{
  int device;          /* number, or a special one */
  void (*fn) (void *); /* host version */
  struct gomp_clause_list list;
  void **args; /* target arguments, NULL terminated */
};

/* target.c: run the region on its device.  GOMP_CHOICE_HOST and _STRAY: the
   function did nothing, and the caller runs the region on the host.  */
HIDDEN enum gomp_device_choice
gomp_target_run (const struct gomp_region *region) HOT;
HIDDEN enum gomp_device_choice
gomp_target_run_observed (const struct gomp_region *region) COLD;
/* Can REGION run asynchronously on its device?  GOMP_CHOICE_DEVICE,
   GOMP_CHOICE_REMOTE or GOMP_CHOICE_OBSERVED: it can.  */
HIDDEN enum gomp_device_choice
gomp_target_choose_async (const struct gomp_region *region);
/* Can regions run asynchronously on device NUMBER?  */
HIDDEN bool gomp_target_device_is_async (int number);
/* May a target update of device NUMBER be sent before its predecessors have
   ended?  */
HIDDEN bool gomp_target_may_copy_ahead (int number);

/* fallback.c: run the region on the host, as the initial thread of a device
   would.  */
HIDDEN enum gomp_status gomp_fallback_run (const struct gomp_region *region);
HIDDEN enum gomp_status
gomp_fallback_run_observed (const struct gomp_region *region) COLD;
/* Report that the program itself is about to run the region on the host: it is
   not seen when that ends.  */
HIDDEN void gomp_fallback_announce (const struct gomp_region *region) COLD;
/* Copy the firstprivate objects of the clauses into one piece of memory, and
   let the list's hosts refer to the copies.  The caller frees *COPIES; NULL:
   there are none.  */
HIDDEN enum gomp_status
gomp_fallback_private_copies (const struct gomp_clause_list *list,
                              void **copies);

/* data.c: target data and its end; enter data, exit data, update.  DIRECTIVE:
   for messages, one of the following.  Clang's code calls the same function for
   two directives each.  */
#define GOMP_DATA_ENTER "target enter data"
#define GOMP_DATA_EXIT "target exit data"
#define GOMP_DATA_BEGIN_OR_ENTER "target data or target enter data"
#define GOMP_DATA_END_OR_EXIT "the end of target data or target exit data"
HIDDEN enum gomp_status gomp_data_begin (int device,
                                         const struct gomp_clause_list *list);
HIDDEN enum gomp_status gomp_data_end (void);
HIDDEN enum gomp_status gomp_data_enter (int device,
                                         const struct gomp_clause_list *list,
                                         const char *directive) HOT;
HIDDEN enum gomp_status gomp_data_exit (int device,
                                        const struct gomp_clause_list *list,
                                        const char *directive) HOT;
HIDDEN enum gomp_status
gomp_data_update (int device, const struct gomp_clause_list *list) HOT;
/* One of them, observed: KIND is GOMP_KIND_DATA, _ENTER, _EXIT,
   _BEGIN_OR_ENTER, _END_OR_EXIT or _UPDATE.  */
HIDDEN enum gomp_status
gomp_data_observe (enum gomp_construct_kind kind, int device,
                   const struct gomp_clause_list *list) COLD;

/* deferred.c: constructs that run as tasks.  */
enum gomp_deferred_directive
{
  GOMP_DEFERRED_TARGET,
  GOMP_DEFERRED_ENTER,
  GOMP_DEFERRED_EXIT,
  GOMP_DEFERRED_UPDATE
};
/* A copy of the construct and of everything that it refers to, in one piece of
   memory from gomp_alloc; NULL: recorded.  */
HIDDEN void *gomp_deferred_create (enum gomp_deferred_directive directive,
                                   const struct gomp_region *region);
/* DEPEND: of the construct's depend clauses, or NULL.  */
HIDDEN void *
gomp_deferred_create_observed (enum gomp_deferred_directive directive,
                               const struct gomp_region *region,
                               void **depend) COLD;
/* Start the construct.  *ASYNC: the caller calls gomp_deferred_finish once
   TASK is complete.  */
HIDDEN enum gomp_status gomp_deferred_start (void *construct, void *task,
                                             bool *async);
/* GOMP_ELSEWHERE, of what gomp_deferred_launch has made alone: the device is
   lost, and the caller runs the region on the host.  */
HIDDEN enum gomp_status gomp_deferred_finish (void *construct);
/* Start the target construct before the COUNT tasks AFTER are complete, as
   gomp_target_task_ops has it.  *STARTED: whether that is possible.  */
HIDDEN enum gomp_status gomp_deferred_start_ahead (void *construct, void *task,
                                                   void *const *after,
                                                   size_t count,
                                                   bool *started) COLD;
/* Create the target construct REGION and start it at once, for TASK, a target
   task that the calling thread runs.  *CONSTRUCT: what the caller finishes and
   frees once TASK is complete; NULL: it is done.  Other choices than
   GOMP_CHOICE_DEVICE: nothing was done.  */
HIDDEN enum gomp_device_choice
gomp_deferred_launch (const struct gomp_region *region, void *task,
                      void **construct, bool observed);
/* Called instead of both for a construct that is not started.  */
HIDDEN void gomp_deferred_drop (void *construct);

#endif
