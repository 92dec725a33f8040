/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The threads that run regions.  */

#ifndef PLUGIN_SHARED_LAUNCH_H
#define PLUGIN_SHARED_LAUNCH_H

#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"

/* A region to run.  */
struct shared_launch
{
  void *function;   /* of an image */
  void *block;      /* its argument block */
  void *task;       /* for GOMP_PLUGIN_target_task_completion, or NULL */
  int ordinal;      /* the device */
  int num_teams;    /* target arguments; 0: none */
  int thread_limit; /* likewise */
};

/* Run L on another thread, and wait for its end.  */
HIDDEN enum gomp_status shared_launch_run (const struct shared_launch *l);
/* Have another thread run L, which then reports the end of L's task.  */
HIDDEN enum gomp_status shared_launch_start (const struct shared_launch *l);
/* What the thread NUMBER runs; NULL: there is none such.  Async-signal safe;
   constant while the thread is in the region.  */
HIDDEN const struct shared_launch *shared_launch_of (uint32_t number);

#endif
