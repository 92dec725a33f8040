/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Calls a tool's functions for devices and target constructs: a listener to the
   events of offload/ (offload/observe.h).

   The listener joins when the tool registers a function for such an event, or
   for tasks, since a target construct may be one.  From then on constructs are
   observed.  An event of offload/ does not name the construct that it belongs
   to: each thread has a stack of the constructs that it is in.  */

#ifndef GOMP_OMPT_TARGET_H
#define GOMP_OMPT_TARGET_H

#include "base/observe.h"
#include "ompt/ompt.h"
#include "team/observe.h"

/* ---- target.c: constructs.  */

/* A construct or routine that a thread is in, or a construct that goes on
   without a thread.  Allocated from its beginning to its end.  */
struct gomp_ompt_construct
{
  ompt_data_t data;   /* the tool's */
  ompt_id_t id;       /* for tools without a word of their own */
  ompt_target_t kind; /* 0: a routine, whose beginning and end are no events
                         for tools */
  int device;         /* number, also of the host */
  const void *at;     /* return address of the program's call */
  ompt_id_t launch;   /* of its launch, or 0 */
  uint64_t launched;  /* when that, or then its region, began, and */
  atomic_uint_least64_t launch_end; /* when it ended; 0: not noticed */
  bool is_launching;                /* the launch has begun and not returned */
  unsigned teams;                   /* that the launch requests */
  struct gomp_ompt_target_task *task; /* its target task, or NULL */
  struct gomp_ompt_construct *outer;  /* the thread is in that one as well */
};

/* Of the calling thread, the innermost one; NULL: it is in none.  Signal
   handlers read it.  */
HIDDEN extern _Thread_local struct gomp_ompt_construct *gomp_ompt_construct;

/* The program's number of the device in EVENT.  */
HIDDEN int gomp_ompt_device_number (int device);
/* The word of the target task of the calling thread's construct, and that of
   the construct itself; NULL: there is none.  */
HIDDEN ompt_data_t *gomp_ompt_task_data (void);
HIDDEN ompt_data_t *gomp_ompt_construct_data (void);
/* What C is known by in records; C may be NULL.  */
HIDDEN ompt_id_t gomp_ompt_construct_id (const struct gomp_ompt_construct *c);

/* ---- target_task.c: constructs that are left to tasks.  */

struct gomp_ompt_target_task
{
  struct gomp_observed_task task;
  struct gomp_observed_task *maker;    /* the implicit task that made it, or
                                          NULL: that one may be gone */
  struct gomp_ompt_target_task *outer; /* the thread is in that one as well */
  bool is_told;                        /* of its creation */
  bool has_begun;
  bool has_construct; /* its construct has begun */
  bool runs;          /* the current task of a thread */
  bool is_resumed;    /* a thread has turned to it for its end */
  bool is_over;
};

/* Of the calling thread, the innermost one that has begun; or NULL.  */
HIDDEN extern _Thread_local struct gomp_ompt_target_task *gomp_ompt_target_task;
/* The calling thread runs the end of TASK, or NULL, which it may be in already;
   it has done so.  */
HIDDEN void gomp_ompt_resume (struct gomp_ompt_target_task *task);
HIDDEN void gomp_ompt_end_task (struct gomp_ompt_target_task *task);
HIDDEN gomp_hear gomp_ompt_hear_deferred, gomp_ompt_hear_deferred_end,
    gomp_ompt_hear_deferred_start, gomp_ompt_hear_deferred_leave;

/* ---- data_op.c: copies, mappings, memory.  */

HIDDEN gomp_hear gomp_ompt_hear_copy, gomp_ompt_hear_copy_end,
    gomp_ompt_hear_mapped, gomp_ompt_hear_used, gomp_ompt_hear_unmapped,
    gomp_ompt_hear_memory;

/* The operation whose identifier the tool may have changed, or NULL.  Of the
   calling thread; signal handlers read it.  */
HIDDEN extern _Thread_local const ompt_id_t *gomp_ompt_operation;

/* ---- device.c: devices and their images.  */

HIDDEN gomp_hear gomp_ompt_hear_ready, gomp_ompt_hear_started,
    gomp_ompt_hear_ends, gomp_ompt_hear_loaded, gomp_ompt_hear_unloads;

#endif
