/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Informs ThreadSanitizer, or its replacement, about tasks.  Called only if
   gomp_tsan_active (), and by threads that may access the task.  */

#ifndef GOMP_TASKING_TSAN_H
#define GOMP_TASKING_TSAN_H

#include "base/compiler.h"
#include "base/tsan.h"

struct gomp_task;
struct gomp_depend_tsan;

/* TASK begins, on this thread; TASK and its event have ended, before its
   successors, parent, group and team are informed.  */
HIDDEN void gomp_task_tsan_start (struct gomp_task *task) COLD;
HIDDEN void gomp_task_tsan_end (struct gomp_task *task) COLD;

/* The dependences of a child of PARENT, to be kept until the child has
   ended.  */
HIDDEN struct gomp_depend_tsan *gomp_depend_tsan_note (struct gomp_task *parent,
                                                       void **depend) COLD;
/* The child begins, or ends; then NOTED is gone.  NULL: the tool was not yet
   active when the child was made.  */
HIDDEN void gomp_depend_tsan_start (struct gomp_depend_tsan *noted) COLD;
HIDDEN void gomp_depend_tsan_end (struct gomp_depend_tsan *noted) COLD;
/* The current task, PARENT, has waited for DEPEND.  */
HIDDEN void gomp_depend_tsan_waited (struct gomp_task *parent,
                                     void **depend) COLD;

#endif
