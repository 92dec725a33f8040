/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Calls that other compilers make than the tested ones: flang, clang before 11,
   LLVM's libomptarget.  */
/* { dg-do run } */
/* { dg-skip-stock "wants proxies to be completed by their own thread" } */
/* { dg-threads "1 2 4 8" } */

#include <omp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "../libgomp.c/check.h"

#define AT void *at, int thread
#define ME &here, __kmpc_global_thread_num (&here)

/* Where the calls are.  */
static struct
{
  int32_t a, flags, b, length;
  const char *text;
} here = { 0, 2, 0, 22, ";unknown;unknown;0;0;;" };

extern int __kmpc_global_thread_num (void *at);
extern int __kmpc_single (AT);
extern void __kmpc_end_single (AT);
extern void __kmpc_barrier (AT);
extern void *__kmpc_copyprivate_light (AT, void *data);
extern void __kmpc_taskgroup (AT);
extern void __kmpc_end_taskgroup (AT);

static void
copyprivate (void)
{
#pragma omp parallel
  for (int i = 0; i < 50; i++)
    {
      int mine = 1000 * i + __kmpc_global_thread_num (&here);
      void *given = NULL;
      if (__kmpc_single (ME))
        {
          given = &mine;
          __kmpc_end_single (ME);
        }
      int *from = __kmpc_copyprivate_light (ME, given);
      CHECK (given == NULL || from == given);
      CHECK (*from / 1000 == i);
      __kmpc_barrier (ME);
    }
}

/* ---- Task reductions as clang before 11 describes them.  */

struct item
{
  void *shared;
  size_t size;
  void (*init) (void *copy);
  void (*fini) (void *copy);
  void (*combine) (void *into, void *from);
  uint32_t flags;
};
extern void *__kmpc_task_reduction_init (int thread, int count, void *items);
extern void *__kmpc_task_reduction_modifier_init (AT, int is_loop, int count,
                                                  void *items);
extern void __kmpc_task_reduction_modifier_fini (AT, int is_loop);
extern void *__kmpc_task_reduction_get_th_data (int thread, void *group,
                                                void *item);

static void
one (void *copy)
{
  *(int *)copy = 1;
}

static void
multiply (void *into, void *from)
{
  *(int *)into *= *(int *)from;
}

static void
add (void *into, void *from)
{
  *(long *)into += *(long *)from;
}

static void
reduction (void)
{
  int product = 1;
  long sum = 10;
  struct item items[] = { { &product, sizeof (int), one, NULL, multiply, 0 },
                          { &sum, sizeof (long), NULL, NULL, add, 0 } };
#pragma omp parallel
#pragma omp single
  {
    __kmpc_taskgroup (ME);
    void *group
        = __kmpc_task_reduction_init (__kmpc_global_thread_num (&here), 2,
                                      items);
    for (int i = 0; i < 100; i++)
      {
#pragma omp task
        {
          int me = __kmpc_global_thread_num (&here);
          int *p = __kmpc_task_reduction_get_th_data (me, group, &product);
          *p *= i < 20 ? 2 : 1;
          *(long *)__kmpc_task_reduction_get_th_data (me, group, &sum) += i;
        }
      }
    __kmpc_end_taskgroup (ME);
  }
  CHECK (product == 1 << 20);
  CHECK (sum == 10 + 4950);
}

static void
reduction_of_threads (void)
{
  long sum = 0;
  int threads = 0;
#pragma omp parallel
  {
    long mine = 0, *address = &mine;
    struct item item = { address, sizeof (long), NULL, NULL, add, 0 };
#pragma omp single
    threads = omp_get_num_threads ();
    void *group = __kmpc_task_reduction_modifier_init (ME, 0, 1, &item);
    for (int i = 0; i < 10; i++)
      {
#pragma omp task
        *(long *)__kmpc_task_reduction_get_th_data (
            __kmpc_global_thread_num (&here), group, address)
            += 1;
      }
    __kmpc_task_reduction_modifier_fini (ME, 0);
#pragma omp atomic
    sum += mine;
  }
  CHECK (sum == 10 * threads);
}

/* ---- Proxy tasks: complete when another thread says so.  */

struct task
{
  void *shareds;
  int (*entry) (int thread, struct task *task);
  int32_t part;
  uint64_t data[2];
  struct proxy *proxy; /* private */
};

struct proxy
{
  pthread_t helper;
  int done;
  bool early; /* told complete by its own body */
};

extern struct task *__kmpc_omp_task_alloc (AT, int flags, size_t size,
                                           size_t shareds,
                                           int (*entry) (int, struct task *));
extern int __kmpc_omp_task (AT, struct task *);
extern void __kmpc_omp_task_begin_if0 (AT, struct task *);
extern void __kmpc_omp_task_complete_if0 (AT, struct task *);
extern void __kmpc_proxy_task_completed (struct task *);
extern void __kmpc_proxy_task_completed_ooo (struct task *);

enum
{
  TIED_PROXY = 0x11,
  TASKS = 20
};

static void *
complete (void *data)
{
  struct task *task = data;
  task->proxy->done = 1;
  __kmpc_proxy_task_completed_ooo (task);
  return NULL;
}

static int
start_helper (int thread, struct task *task)
{
  (void)thread;
  if (task->proxy->early)
    {
      task->proxy->done = 1;
      __kmpc_proxy_task_completed (task);
    }
  else
    CHECK (pthread_create (&task->proxy->helper, NULL, complete, task) == 0);
  return 0;
}

static void
proxies (void)
{
  static struct proxy all[TASKS];
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < TASKS; i++)
      {
        all[i] = (struct proxy){ .early = i % 4 == 3 };
        struct task *task
            = __kmpc_omp_task_alloc (ME, TIED_PROXY, sizeof (*task), 0,
                                     start_helper);
        task->proxy = &all[i];
        if (i % 5 != 4)
          {
            __kmpc_omp_task (ME, task);
            continue;
          }
        __kmpc_omp_task_begin_if0 (ME, task);
        start_helper (0, task);
        __kmpc_omp_task_complete_if0 (ME, task);
        CHECK (all[i].done);
      }
#pragma omp taskwait
    for (int i = 0; i < TASKS; i++)
      CHECK (all[i].done);
  }
  for (int i = 0; i < TASKS; i++)
    if (!all[i].early)
      pthread_join (all[i].helper, NULL);
}

/* ---- What a libomptarget asks.  */

extern int __kmpc_get_target_offload (void);
extern int __kmpc_pause_resource (int kind);

static void
questions (void)
{
  CHECK (__kmpc_get_target_offload () == 1);
  CHECK (__kmpc_pause_resource (omp_pause_soft) == 0);
}

int
main (void)
{
  for (int i = 0; i < 10; i++)
    {
      copyprivate ();
      reduction ();
      reduction_of_threads ();
      proxies ();
    }
  questions ();
  return 0;
}
