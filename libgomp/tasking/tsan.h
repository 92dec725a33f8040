/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What ThreadSanitizer, or who stands in for it, is told about tasks.  Called
   only if gomp_tsan_active (), and by threads that may touch the task.  */

#ifndef GOMP_TASKING_TSAN_H
#define GOMP_TASKING_TSAN_H

#include "base/compiler.h"
#include "base/tsan.h"

struct gomp_task;
struct gomp_depend_told;

/* TASK begins, on this thread; it and its event are over, before its
   successors, parent, group and team learn of it.  */
HIDDEN void gomp_task_tell_start (struct gomp_task *task) COLD;
HIDDEN void gomp_task_tell_end (struct gomp_task *task) COLD;

/* The dependences of a child of PARENT, to be remembered until it is over.  */
HIDDEN struct gomp_depend_told *gomp_depend_tell (struct gomp_task *parent,
                                                  void **depend) COLD;
/* The child begins, or ends, after which TOLD is gone.  NULL: nobody was told
   yet when it was made.  */
HIDDEN void gomp_depend_tell_start (struct gomp_depend_told *told) COLD;
HIDDEN void gomp_depend_tell_end (struct gomp_depend_told *told) COLD;
/* The current task, PARENT, has waited for DEPEND.  */
HIDDEN void gomp_depend_tell_waited (struct gomp_task *parent,
                                     void **depend) COLD;

#endif
