/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The compiler's flags for tasks and taskloops, and the prototypes of their
   entry points.  */

#ifndef GOMP_ABI_GOMP_TASK_H
#define GOMP_ABI_GOMP_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

enum gomp_task_flag
{
  GOMP_TASK_UNTIED = 1 << 0,     /* treated as tied */
  GOMP_TASK_FINAL = 1 << 1,      /* final clause is true */
  GOMP_TASK_MERGEABLE = 1 << 2,  /* never merged */
  GOMP_TASK_DEPEND = 1 << 3,     /* the depend argument is there */
  GOMP_TASK_PRIORITY = 1 << 4,   /* the priority argument counts */
  GOMP_TASK_UP = 1 << 8,         /* the loop counts upwards */
  GOMP_TASK_GRAINSIZE = 1 << 9,  /* num_tasks is the grain size */
  GOMP_TASK_IF = 1 << 10,        /* tasks may be deferred */
  GOMP_TASK_NOGROUP = 1 << 11,   /* no implicit taskgroup */
  GOMP_TASK_REDUCTION = 1 << 12, /* the taskgroup has reductions */
  GOMP_TASK_DETACH = 1 << 13,    /* the detach argument is there */
  GOMP_TASK_STRICT = 1 << 14     /* grain size exactly */
};

/* DEPEND; ends the program if it contains an omp_depend_t of an unknown
   kind.  */
HIDDEN void **gomp_task_checked (void **depend);

EXPORT void GOMP_task (void (*fn) (void *), void *data,
                       void (*cpyfn) (void *, void *), long arg_size,
                       long arg_align, bool if_clause, unsigned flags,
                       void **depend, int priority, void *detach);
EXPORT void GOMP_taskwait (void);
EXPORT void GOMP_taskwait_depend (void **depend);
EXPORT void GOMP_taskwait_depend_nowait (void **depend);
EXPORT void GOMP_taskyield (void);
EXPORT void GOMP_taskgroup_start (void);
EXPORT void GOMP_taskgroup_end (void);

EXPORT void GOMP_taskloop (void (*fn) (void *), void *data,
                           void (*cpyfn) (void *, void *), long arg_size,
                           long arg_align, unsigned flags,
                           unsigned long num_tasks, int priority, long start,
                           long end, long step);
EXPORT void GOMP_taskloop_ull (void (*fn) (void *), void *data,
                               void (*cpyfn) (void *, void *), long arg_size,
                               long arg_align, unsigned flags,
                               unsigned long num_tasks, int priority,
                               unsigned long long start, unsigned long long end,
                               unsigned long long step);

EXPORT void GOMP_taskgroup_reduction_register (uintptr_t *data);
EXPORT void GOMP_taskgroup_reduction_unregister (uintptr_t *data);
EXPORT void GOMP_task_reduction_remap (size_t cnt, size_t cntorig, void **ptrs);
EXPORT void GOMP_workshare_task_reduction_unregister (bool cancelled);

#endif
