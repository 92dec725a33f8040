/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The threads that use OpenACC, and the devices that they are bound to.

   The first use makes a thread's structure, and a pthread key's destructor
   frees it.  Only the thread itself uses its structure, except in
   gomp_acc_unbind_all, which looks at all structures; so a thread holds the
   lock while it binds to a device.  */

#include <pthread.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "openacc/internal.h"
#include "openacc/profiling.h"

/* A name that the assembler needs, see arch/tls.h.  */
HIDDEN extern _Thread_local struct gomp_acc_thread *gomp_acc_self_pointer;
_Thread_local struct gomp_acc_thread *gomp_acc_self_pointer;

#if ARCH_HAS_TLS_DISTANCE
_Atomic intptr_t gomp_acc_self_distance;
ARCH_TLS_DISTANCE (find_distance, gomp_acc_self_pointer)

static void
set_distance (void)
{
  atomic_store_explicit (&gomp_acc_self_distance, find_distance (),
                         memory_order_relaxed);
}
#else
static void
set_distance (void)
{
}
#endif

static struct
{
  struct gomp_mutex lock;
  struct gomp_acc_thread *first; /* lock */
} threads;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool key_made;

/* Free the data that a plugin of GCC keeps for each thread.  */
static void
drop_plugin_data (struct gomp_acc_thread *thread)
{
  const struct gomp_device *device = thread->device.device;
  if (thread->shared.plugin_data != NULL)
    device->plugin->openacc_destroy_thread_data (thread->shared.plugin_data);
  thread->shared.plugin_data = NULL;
}

static void
release (void *memory)
{
  struct gomp_acc_thread *thread = memory;
  gomp_mutex_lock (&threads.lock);
  gomp_invariant (thread->previous != NULL || threads.first == thread,
                  "a thread ends that is neither first nor behind another");
  if (thread->next != NULL)
    thread->next->previous = thread->previous;
  if (thread->previous != NULL)
    thread->previous->next = thread->next;
  else
    threads.first = thread->next;
  gomp_mutex_unlock (&threads.lock);
  /* If the device is finalized by now, its plugin has freed these data,
     too.  */
  gomp_acc_self_pointer = NULL;
  gomp_free (thread->spare);
  gomp_free (thread);
}

static void
fork_all (enum gomp_fork when)
{
  gomp_mutex_fork (&threads.lock, when);
  gomp_acc_device_fork (when);
  gomp_acc_queue_fork (when);
  gomp_acc_prof_fork (when);
}

static void
before_fork (void)
{
  fork_all (GOMP_FORK_BEFORE);
}

static void
after_fork_parent (void)
{
  fork_all (GOMP_FORK_PARENT);
}

/* Other threads do not exist in the child.  */
static void
after_fork_child (void)
{
  fork_all (GOMP_FORK_CHILD);
  struct gomp_acc_thread *self = gomp_acc_self_pointer;
  threads.first = self;
  if (self != NULL)
    self->next = self->previous = NULL;
}

static void
prepare (void)
{
  key_made = pthread_key_create (&key, release) == 0;
  pthread_atfork (before_fork, after_fork_parent, after_fork_child);
}

struct gomp_acc_thread *
gomp_acc_self_find (void)
{
  return gomp_acc_self_pointer;
}

struct gomp_acc_thread *
gomp_acc_self (void)
{
  struct gomp_acc_thread *thread = gomp_acc_self_pointer;
  if (likely (thread != NULL))
    return thread;
  thread = gomp_alloc_zeroed (sizeof (*thread));
  if (thread == NULL)
    return NULL;
  pthread_once (&once, prepare);
  if (key_made)
    pthread_setspecific (key, thread);
  gomp_mutex_lock (&threads.lock);
  thread->next = threads.first;
  if (thread->next != NULL)
    thread->next->previous = thread;
  threads.first = thread;
  gomp_mutex_unlock (&threads.lock);
  gomp_acc_self_pointer = thread;
  set_distance ();
  return thread;
}

struct goacc_thread *
gomp_acc_plugin_thread (void)
{
  struct gomp_acc_thread *self = gomp_acc_self_pointer;
  return self == NULL ? NULL : &self->shared;
}

void *
gomp_acc_plugin_data (void)
{
  struct gomp_acc_thread *self = gomp_acc_self_pointer;
  return self == NULL ? NULL : self->shared.plugin_data;
}

void
gomp_acc_bind (struct gomp_acc_thread *thread,
               const struct gomp_acc_device *device)
{
  const struct gomp_plugin *plugin
      = device->device == NULL ? NULL : device->device->plugin;
  gomp_invariant (
      device->device == NULL || gomp_device_is_ready (device->device),
      "a thread is bound to device %d, which is not ready", device->number);
  gomp_mutex_lock (&threads.lock);
  drop_plugin_data (thread);
  thread->device = *device;
  thread->shared.device = device->device;
  thread->shared.base_device = device->device;
  gomp_mutex_unlock (&threads.lock);
  if (plugin != NULL && plugin->acc_run == NULL)
    thread->shared.plugin_data
        = plugin->openacc_create_thread_data (device->device->ordinal);
}

enum gomp_acc_use
gomp_acc_unbind_all (int type)
{
  enum gomp_acc_use use = GOMP_ACC_UNUSED;
  gomp_mutex_lock (&threads.lock);
  for (struct gomp_acc_thread *t = threads.first; t != NULL; t = t->next)
    if (t->device.type == type && use == GOMP_ACC_UNUSED)
      use = t->data != NULL  ? GOMP_ACC_IN_DATA
            : t->on_host > 0 ? GOMP_ACC_IN_REGION
                             : GOMP_ACC_UNUSED;
  for (struct gomp_acc_thread *t = threads.first;
       t != NULL && use == GOMP_ACC_UNUSED; t = t->next)
    if (t->device.type == type)
      {
        drop_plugin_data (t);
        t->device = (struct gomp_acc_device){ .type = GOMP_ACC_NONE };
      }
  gomp_mutex_unlock (&threads.lock);
  return use;
}
