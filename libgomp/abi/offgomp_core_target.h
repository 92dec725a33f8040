/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Tasks of clang's code that have a target construct.  */

#ifndef GOMP_ABI_OFFGOMP_CORE_TARGET_H
#define GOMP_ABI_OFFGOMP_CORE_TARGET_H

#include <stdbool.h>

#include "base/compiler.h"
#include "offgomp_core.h"

struct gomp_region;

/* TASK can go on while this thread does something else: on a device, on another
   thread, or after a dependence that this thread may be the one to fulfil.  */
HIDDEN bool gomp_core_target_may_defer (const struct offgomp_task *task);
/* Spawn it.  */
HIDDEN void gomp_core_target_defer (const struct offgomp_task *task);

/* Launch REGION, which the current task encounters with nowait, if it can run
   while the task's code goes on; false: nothing was done.  AT: the address in
   the program that wants it.  An error ends the program.  */
HIDDEN bool gomp_core_target_launch (const struct gomp_region *region,
                                     const void *at);

#endif
