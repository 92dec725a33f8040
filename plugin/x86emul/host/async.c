/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Running regions without a thread that waits for each; see async.h.

   Each device has one completion thread, started at the first such launch.
   The device counts up `async_done' when such a region ends; the thread
   waits for that, collects the slots whose launch is done, starts queued
   launches in them and then tells libgomp.  async_lock guards the queue and
   the count; libgomp is called without it.  */

#include "host/async.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#include "host/failure.h"
#include "host/transport.h"
#include "os/process.h"
#include "output.h"
#include "plugin.h"

#define SPIN_NS 10000u

/* A launch that waits for a slot.  */
struct queued
{
  struct queued *next;          /* in the queue, or among the unused */
  struct x86emul_launch launch; /* what to run */
  void *task;                   /* libgomp's */
};

struct x86emul_async
{
  unsigned long thread;  /* the completion thread */
  atomic_bool stop;      /* it shall end */
  unsigned limit;        /* launches to have under way at a time */
  unsigned under_way;    /* launches in slots */
  struct queued *first;  /* queue of the others */
  struct queued **last;  /* its end */
  struct queued *unused; /* elements to use again */
};

/* With async_lock held; false: no slot.  */
static bool
start_now (struct x86emul_device *d, const struct x86emul_launch *l, void *task)
{
  struct x86emul_async *a = d->async;
  if (a->under_way >= a->limit)
    return false;
  int slot = x86emul_launch_claim (d);
  if (slot < 0)
    return false;
  a->under_way++;
  d->slots[slot].task = task;
  x86emul_launch_start (d, (unsigned)slot, l, true);
  return true;
}

static void
enqueue (struct x86emul_async *a, const struct x86emul_launch *l, void *task)
{
  struct queued *q = a->unused;
  if (q != NULL)
    a->unused = q->next;
  else
    q = GOMP_PLUGIN_malloc (sizeof (*q));
  *q = (struct queued){ .launch = *l, .task = task };
  *a->last = q;
  a->last = &q->next;
}

static void
start_queued (struct x86emul_device *d)
{
  struct x86emul_async *a = d->async;
  while (a->first != NULL && start_now (d, &a->first->launch, a->first->task))
    {
      struct queued *q = a->first;
      a->first = q->next;
      if (a->first == NULL)
        a->last = &a->first;
      q->next = a->unused;
      a->unused = q;
    }
}

/* One task whose launch is done, its slot free again; NULL: none.  */
static void *
collect (struct x86emul_device *d)
{
  void *task = NULL;
  gomp_mutex_lock (&d->async_lock);
  unsigned used = atomic_load (&d->slots_used);
  for (unsigned i = 0; i < used && task == NULL; i++)
    if (d->slots[i].task != NULL && x86emul_transport_is_done (d, i))
      {
        task = d->slots[i].task;
        d->slots[i].task = NULL;
        x86emul_launch_release (d, i);
        d->async->under_way--;
        start_queued (d);
      }
  gomp_mutex_unlock (&d->async_lock);
  return task;
}

static void *
run_completion (void *data)
{
  struct x86emul_device *d = data;
  struct gomp_wait_word *word = &d->control->async_done;
  for (;;)
    {
      unsigned seen = gomp_wait_value (word);
      void *task;
      while ((task = collect (d)) != NULL)
        GOMP_PLUGIN_target_task_completion (task);
      if (atomic_load (&d->async->stop))
        return NULL;
      if (!x86emul_device_usable (d))
        GOMP_PLUGIN_fatal ("%s", gomp_error_text ());
      if (gomp_wait_spin_for (&word->value, seen, SPIN_NS) == seen)
        gomp_wait_sleep (word, seen, GOMP_WAIT_SHARED, -1);
    }
}

/* With async_lock held.  */
static enum gomp_status
start_thread (struct x86emul_device *d)
{
  struct x86emul_async *a = calloc (1, sizeof (*a));
  if (a == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  unsigned cpus = os_num_procs ();
  a->limit = cpus > 4 ? 2 * cpus : 8;
  if (a->limit > X86EMUL_SLOTS / 2)
    a->limit = X86EMUL_SLOTS / 2;
  a->last = &a->first;
  d->async = a;
  int r = os_thread_start (run_completion, d, 0, &a->thread);
  if (r == 0)
    return GOMP_OK;
  d->async = NULL;
  free (a);
  return gomp_error_errno (GOMP_ERR_SYSTEM, r,
                           "cannot start a thread for device %d (x86emul)",
                           d->number);
}

enum gomp_status
x86emul_async_run (struct x86emul_device *d, const struct x86emul_launch *l,
                   void *task)
{
  enum gomp_status status = GOMP_OK;
  x86emul_output_flush_anywhere ();
  gomp_mutex_lock (&d->async_lock);
  if (d->async == NULL)
    status = start_thread (d);
  if (status == GOMP_OK && (d->async->first != NULL || !start_now (d, l, task)))
    enqueue (d->async, l, task);
  gomp_mutex_unlock (&d->async_lock);
  return status;
}

static void
free_list (struct queued *q)
{
  while (q != NULL)
    {
      struct queued *next = q->next;
      free (q);
      q = next;
    }
}

void
x86emul_async_stop (struct x86emul_device *d)
{
  struct x86emul_async *a = d->async;
  if (a == NULL)
    return;
  atomic_store (&a->stop, true);
  atomic_fetch_add (&d->control->async_done.value, 1);
  gomp_wait_wake (&d->control->async_done, INT_MAX, GOMP_WAIT_SHARED);
  /* A failure that this thread itself reports ends the program from here.  */
  if (pthread_equal (pthread_self (), (pthread_t)a->thread))
    return;
  pthread_join ((pthread_t)a->thread, NULL);
  d->async = NULL;
  free_list (a->first);
  free_list (a->unused);
  free (a);
}
