/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions of offgomp_core's table for tasks; see
   include/offgomp_core.h.  */

#ifndef GOMP_ABI_OFFGOMP_CORE_TASK_H
#define GOMP_ABI_OFFGOMP_CORE_TASK_H

#include "base/compiler.h"
#include "offgomp_core.h"

HIDDEN void *gomp_core_task_alloc (size_t size);
/* The same if the program has ThreadSanitizer.  */
HIDDEN void *gomp_core_task_alloc_tsan (size_t size) COLD;
HIDDEN void gomp_core_task_free (void *block, size_t size);
HIDDEN void gomp_core_task_spawn (const struct offgomp_task *task);
HIDDEN void gomp_core_task_spawn_target (const struct offgomp_task *task);
HIDDEN bool gomp_core_task_has_children (void);
HIDDEN bool gomp_core_task_is_alone (void);
HIDDEN bool gomp_core_task_suspend (void);
HIDDEN void *gomp_core_event_make (const struct offgomp_task *task);
HIDDEN void gomp_core_task_launch (void *event, void **depend, bool may_defer);
HIDDEN void gomp_core_event_wait (void *event);
HIDDEN void gomp_core_task_begin (void *code, bool final, void *task);
HIDDEN void gomp_core_task_end (void);
HIDDEN int32_t gomp_core_task_wait (void);
HIDDEN void gomp_core_task_wait_depend (void **depend);
HIDDEN void gomp_core_task_depend (void **depend);
HIDDEN int32_t gomp_core_task_yield (void);
HIDDEN void gomp_core_taskgroup_begin (void);
HIDDEN uintptr_t *gomp_core_taskgroup_end (void);
HIDDEN struct offgomp_split gomp_core_taskloop_split (uint64_t iterations,
                                                      uint64_t value,
                                                      bool grainsize,
                                                      bool strict);
HIDDEN void gomp_core_taskloop_end (uint64_t iterations) COLD;
HIDDEN void gomp_core_reduction_register (uintptr_t *array);
HIDDEN void *gomp_core_reduction_copy (void *variable);

#endif
