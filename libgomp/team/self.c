/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The calling thread; see self.h.

   Owns the one TLS pointer and the key whose destructor releases what a
   thread keeps when it ends.  Any thread may call.  What reads the pointer is
   called, never inlined: the resolver of its descriptor may disturb registers
   that only a call may disturb.  Mostly it is reached without a resolver, see
   gomp_self.

   The handlers of a fork are not called in a copy of the library that was
   loaded into a namespace of its own (dlmopen), as its libc is another one.  So
   once there are workers the word by which a thread finds itself is one that
   reads 0 in a forked child, where the first call that needs it runs what the
   handlers have to do there.  */

#include "team/self.h"

#include <pthread.h>

#include "base/diag.h"
#include "base/mem.h"
#include "os/memory.h"
#include "team/hooks.h"
#include "team/pool.h"
#include "team/workshare.h"

/* Named for the assembler, see arch/tls.h.  */
HIDDEN extern _Thread_local struct gomp_thread *gomp_self_pointer;
_Thread_local struct gomp_thread *gomp_self_pointer;

#if ARCH_HAS_TLS_DISTANCE
struct gomp_self_page gomp_self_page;
ARCH_TLS_DISTANCE (find_distance, gomp_self_pointer)

/* Whether a 0 there means that the process was forked.  */
static atomic_bool watched;

static void
set_distance (void)
{
  atomic_store_explicit (&gomp_self_page.distance, find_distance (),
                         memory_order_relaxed);
}

void
gomp_self_watch_forks (void)
{
  set_distance ();
  if (atomic_load (&gomp_self_page.distance) != 0
      && os_wipe_on_fork (&gomp_self_page, sizeof (gomp_self_page)) == 0)
    atomic_store (&watched, true);
}

void
gomp_self_forked (void)
{
  if (atomic_load (&watched))
    set_distance ();
}

/* Only the first of the child's threads has something to do.  */
static inline void
look_for_fork (void)
{
  if (atomic_load_explicit (&watched, memory_order_relaxed)
      && atomic_load_explicit (&gomp_self_page.distance, memory_order_relaxed)
             == 0)
    gomp_pool_forked ();
}
#else
void
gomp_self_watch_forks (void)
{
}

void
gomp_self_forked (void)
{
}

static inline void
look_for_fork (void)
{
}
#endif

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool key_made;

/* A later destructor of another key may use the library again: it then gets
   a new structure and this runs once more.  */
static void
release (void *arg)
{
  struct gomp_thread *self = arg;
  gomp_self_pointer = self;
  gomp_team_thread_fini (self);
  gomp_tasking_thread_fini (self);
  gomp_error_fini ();
  gomp_workshare_solo_free (self);
  gomp_beside_leave (&self->beside);
  gomp_self_pointer = NULL;
  gomp_free (self);
}

static void
make_key (void)
{
  key_made = pthread_key_create (&key, release) == 0;
}

static COLD struct gomp_thread *
make_self (void)
{
  struct gomp_thread *self
      = gomp_xalloc_aligned (2 * GOMP_CACHE_LINE, sizeof (*self));
  *self = (struct gomp_thread){ .num_teams = 1, .bound = -1 };
  gomp_self_pointer = self;
#if ARCH_HAS_TLS_DISTANCE
  set_distance ();
#endif
  self->hot_slot = &self->hot;
  self->default_allocator = gomp_icv_globals ()->allocator;
  struct gomp_place_slot slot;
  gomp_places_initial (&slot);
  self->place = slot.place;
  self->partition = slot.partition;
  self->task = gomp_tasking_initial_task (self);
  pthread_once (&key_once, make_key);
  if (key_made)
    pthread_setspecific (key, self);
  return self;
}

struct gomp_thread *
gomp_self_find (void)
{
  look_for_fork ();
  struct gomp_thread *self = gomp_self_pointer;
  if (unlikely (self == NULL))
    self = make_self ();
  return self;
}

struct gomp_thread *
gomp_self_known (void)
{
  return gomp_self_pointer;
}

/* A thread-specific value needs no memory to find that there is none.  It is
   no answer for other callers: copies of libc in several namespaces (dlmopen)
   number their keys alike and share the values.  */
struct gomp_thread *
gomp_self_handling (void)
{
  return key_made ? pthread_getspecific (key) : NULL;
}

struct gomp_icv *
gomp_icv_writable (struct gomp_thread *self)
{
  struct gomp_task_env *task = self->task;
  if (!task->icv_owned)
    {
      struct gomp_icv *icv = gomp_xalloc (sizeof (*icv));
      *icv = *task->icv;
      task->icv = icv;
      task->icv_owned = true;
    }
  return task->icv;
}

void
gomp_icv_reset (struct gomp_task_env *task)
{
  gomp_free (task->icv);
  task->icv = &gomp_icv_global.initial;
  task->icv_owned = false;
}
