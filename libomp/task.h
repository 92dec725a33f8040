/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Tasks as the compiler lays them out, and the head that this library puts
   before each.  */

#ifndef LIBOMP_TASK_H
#define LIBOMP_TASK_H

#include "libomp.h"

struct task;
typedef int32_t task_entry (int32_t thread, struct task *task);

union task_data
{
  int32_t priority;
  task_entry *destructors;
};

/* The private variables follow, then the addresses of the shared variables, to
   which SHAREDS points.  */
struct task
{
  void *shareds;
  task_entry *entry;
  int32_t part;          /* of an untied task */
  union task_data data1; /* destructors */
  union task_data data2; /* priority */
};

/* In a head's flags, besides enum offgomp_task_flag.  */
enum task_flag
{
  TASK_DESTRUCTORS = 8,
  TASK_PROXY = 0x10, /* complete when __kmpc_proxy_task_completed says so */
  TASK_PRIORITY = 0x20
};

static inline struct offgomp_task_head *
libomp_task_head (struct task *task)
{
  return (struct offgomp_task_head *)(void *)task - 1;
}

struct dependence
{
  void *address;
  size_t length;
  uint8_t flags; /* DEPEND_... */
};

enum
{
  DEPEND_OUT = 2, /* 3: out and inout, 1: in */
  DEPEND_MUTEX = 4,
  DEPEND_SET = 8,
  DEPEND_ALL = 0x80 /* omp_all_memory */
};

HIDDEN struct task *libomp_task_make (int32_t flags, size_t size,
                                      size_t shareds, task_entry *entry);
/* Destroy TASK's private variables, and free TASK.  */
HIDDEN void libomp_task_finish (struct task *task);
/* TASK, described for core.task_spawn.  */
HIDDEN struct offgomp_task libomp_task_describe (struct task *task);

#endif
