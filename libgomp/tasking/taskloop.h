/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The taskloop construct (OpenMP 5.1 section 2.12.2).  */

#ifndef GOMP_TASKING_TASKLOOP_H
#define GOMP_TASKING_TASKLOOP_H

#include <stdbool.h>
#include <stddef.h>

#include "tasking/task.h"
#include "team/observe.h"

/* A taskloop, as abi/ decoded it, except the bounds.  */
struct gomp_taskloop_request
{
  struct gomp_task_request task; /* of each task; without dependences or
                                    event */
  unsigned long tasks;           /* num_tasks or grainsize; 0: neither */
  bool grainsize;                /* TASKS is a grain size */
  bool strict;                   /* tasks of exactly that size */
  bool group;                    /* an implicit taskgroup (no nogroup) */
  bool reduction;                /* which has reductions */
};

/* How N iterations are split into tasks: the first LARGE have SIZE + 1, the
   others SIZE, but the last at most what is left.  */
struct gomp_taskloop_split
{
  unsigned long long tasks;
  unsigned long long large;
  unsigned long long size;
};

HIDDEN struct gomp_taskloop_split
gomp_taskloop_split (const struct gomp_taskloop_request *req,
                     unsigned long long iterations, unsigned nthreads);
/* Open the implicit taskgroup; false: cancelled, do nothing.  */
HIDDEN bool gomp_taskloop_begin (struct gomp_thread *self,
                                 const struct gomp_taskloop_request *req);
HIDDEN void gomp_taskloop_end (struct gomp_thread *self,
                               const struct gomp_taskloop_request *req);
/* No iterations.  */
HIDDEN void gomp_taskloop_empty (const struct gomp_taskloop_request *req);

/* The construct.  UP: the loop counts upwards.  */
HIDDEN void gomp_taskloop_long (struct gomp_thread *self,
                                const struct gomp_taskloop_request *req,
                                bool up, long start, long end, long step);
HIDDEN void gomp_taskloop_ull (struct gomp_thread *self,
                               const struct gomp_taskloop_request *req, bool up,
                               unsigned long long start, unsigned long long end,
                               unsigned long long step);
/* For a call from AT, observed or not (observe.h).  */
HIDDEN void
gomp_taskloop_observed_long (const struct gomp_taskloop_request *req,
                             struct gomp_call call, bool up, long start,
                             long end, long step) COLD;
HIDDEN void gomp_taskloop_observed_ull (const struct gomp_taskloop_request *req,
                                        struct gomp_call call, bool up,
                                        unsigned long long start,
                                        unsigned long long end,
                                        unsigned long long step) COLD;

#endif
