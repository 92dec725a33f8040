/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Tasks of clang's code that have a target construct.  libomp.so.5 spawns them;
   their code calls libomptarget.so, which launches the region here, for the
   task that the thread runs.  Any thread; a task's record belongs to the thread
   that runs the task.

   Such a task is a target task (offload/directive/targettask.h).  Its code is
   the beginning of it, and its end is that of the region.  */

#include "abi/offgomp_core_target.h"

#include "base/diag.h"
#include "base/mem.h"
#include "offload/directive/target.h"
#include "offload/directive/targettask.h"
#include "offload/observe.h"
#include "team/observe.h"
#include "team/self.h"

/* The payload of a target task.  */
struct target_task
{
  void (*run) (void *block);
  void (*drop) (void *block);
  void *block;
  void *construct; /* of the region that it has launched; NULL: none */
};

static bool
start (void *payload, void *handle)
{
  struct target_task *t = payload;
  (void)handle;
  t->run (t->block);
  if (t->construct != NULL)
    return true;
  t->drop (t->block);
  return false;
}

static void
finish (void *payload)
{
  struct target_task *t = payload;
  enum gomp_status status = gomp_deferred_finish (t->construct);
  /* The task's code, which launches no further region, calls the host version
     if the region does not run.  */
  if (unlikely (status == GOMP_ELSEWHERE))
    t->run (t->block);
  else if (unlikely (status != GOMP_OK))
    gomp_fatal_recorded ();
  gomp_free (t->construct);
  t->drop (t->block);
}

static void
drop (void *payload)
{
  struct target_task *t = payload;
  t->drop (t->block);
}

static void *
construct (void *payload)
{
  return ((struct target_task *)payload)->construct;
}

static const struct gomp_target_task_ops ops = {
  .start = start, .finish = finish, .drop = drop, .construct = construct
};

bool
gomp_core_target_may_defer (const struct offgomp_task *t)
{
  return gomp_target_task_may_defer ()
         && (gomp_target_device_is_async (t->device)
             || gomp_target_task_has_help ()
             || (t->depend != NULL && gomp_target_task_must_wait (t->depend)));
}

void
gomp_core_target_defer (const struct offgomp_task *t)
{
  struct target_task *payload = gomp_xalloc (sizeof (*payload));
  *payload = (struct target_task){ .run = t->run,
                                   .drop = t->drop,
                                   .block = t->block };
  gomp_target_task_spawn (&ops, payload, t->depend);
}

bool
gomp_core_target_launch (const struct gomp_region *region, const void *at)
{
  void *task;
  struct target_task *payload = gomp_target_task_current (&ops, &task);
  if (payload == NULL || payload->construct != NULL)
    return false;
  enum gomp_device_choice choice = gomp_target_choose_async (region);
  if (choice == GOMP_CHOICE_HOST)
    return false;
  bool observed = choice == GOMP_CHOICE_OBSERVED;
  if (observed)
    gomp_observe_set_here (at);
  choice = gomp_deferred_launch (region, task, &payload->construct, observed);
  /* A tool may have been told of a task that the construct makes, but that task
     is this one.  */
  struct gomp_observed_thread *thread = gomp_self ()->observed;
  if (observed && thread != NULL)
    thread->made = NULL;
  if (choice == GOMP_CHOICE_ERROR)
    gomp_fatal_recorded ();
  return choice == GOMP_CHOICE_DEVICE;
}
