/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The calling thread; see self.h.

   Owns the one TLS pointer, the list of all threads, and the key whose
   destructor releases what a thread keeps when it ends.  Any thread may call.
   Functions that read the pointer are never inlined: the resolver of its
   descriptor may clobber registers that only a call may clobber.  Mostly it is
   found without a resolver, see gomp_self.

   In a copy of the library in another namespace (dlmopen), fork handlers are
   not called, since its libc is another one.  So once there are workers, the
   word by which a thread finds itself is one that reads 0 in a forked child.
   There the first call that needs the word does what the handlers would have
   done.  */

#include "team/self.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "base/tsan.h"
#include "os/memory.h"
#include "os/process.h"
#include "sync/mutex.h"
#include "team/hooks.h"
#include "team/observe.h"
#include "team/pool.h"
#include "team/workshare.h"

/* The key's destructor has released what the calling thread kept.  The thread
   may still call the library: in the destructor of another key, which comes
   before another call of ours, or in the handler of a signal, which may come
   after the last call.  A handler only queries, so nothing begins to the tool
   then, which would not end.  */
static _Thread_local bool has_ended;

/* While threads are observed: in how many of its turns the C library has called
   the key's destructor for the calling thread.  After its last turn, the thread
   would not end once more, so it does not begin.  Of a thread that calls for
   the first time in a destructor the turns before that are not known.  */
static _Thread_local unsigned turns;
/* The key's value of a thread that has ended, so that its turns are counted. */
static char has_ended_mark;

atomic_bool gomp_self_observed;
struct gomp_thread *gomp_self_threads;
static struct gomp_mutex threads_lock;

/* Named for the assembler, see arch/tls.h.  */
HIDDEN extern _Thread_local struct gomp_thread *gomp_self_pointer;
_Thread_local struct gomp_thread *gomp_self_pointer;

/* ---- The list of threads.  All signals are blocked.  */

static void
add_thread (struct gomp_thread *self)
{
  self->pthread = pthread_self ();
  self->system_id = os_thread_id ();
  gomp_mutex_lock (&threads_lock);
  self->before = NULL;
  self->next = gomp_self_threads;
  if (self->next != NULL)
    self->next->before = self;
  gomp_self_threads = self;
  gomp_mutex_unlock (&threads_lock);
}

/* A thread that is alone in a forked child has itself as the list, or an empty
   list if it ends.  */
static void
remove_thread (struct gomp_thread *self)
{
  gomp_mutex_lock (&threads_lock);
  if (self->before != NULL)
    self->before->next = self->next;
  else if (gomp_self_threads == self)
    gomp_self_threads = self->next;
  if (self->next != NULL)
    self->next->before = self->before;
  gomp_mutex_unlock (&threads_lock);
}

/* In a forked child, where other threads may hold the lock for ever.  */
static void
forget_other_threads (void)
{
  threads_lock = (struct gomp_mutex){ 0 };
  gomp_self_threads = NULL;
  if (gomp_self_pointer != NULL)
    add_thread (gomp_self_pointer);
}

/* ---- The distance in libomp.so.5.  */

static _Atomic (_Atomic intptr_t *) shared_distance;

bool
gomp_self_shares_distance (void)
{
  return atomic_load_explicit (&shared_distance, memory_order_relaxed) != NULL;
}

/* Relaxed, here and below: a thread that sees an old distance is one that began
   before threads were observed.  */
static inline void
share_distance (intptr_t distance)
{
  _Atomic intptr_t *copy
      = atomic_load_explicit (&shared_distance, memory_order_relaxed);
  if (copy != NULL)
    atomic_store_explicit (copy, distance, memory_order_relaxed);
}

/* ---- How a thread finds itself.  */

#if ARCH_HAS_TLS_DISTANCE
struct gomp_self_page gomp_self_page;
ARCH_TLS_DISTANCE (find_distance, gomp_self_pointer)

/* Whether a 0 there means that the process was forked.  */
static atomic_bool watched;

void
gomp_self_share_distance (_Atomic intptr_t *copy)
{
  atomic_store_explicit (&shared_distance, copy, memory_order_relaxed);
  share_distance (
      atomic_load_explicit (&gomp_self_page.distance, memory_order_relaxed));
}

/* 0 while threads are observed.  */
static void
set_distance (void)
{
  intptr_t distance = find_distance ();
  intptr_t fast = gomp_self_is_observed () ? 0 : distance;
  atomic_store_explicit (&gomp_self_page.observing, distance,
                         memory_order_relaxed);
  atomic_store_explicit (&gomp_self_page.distance, fast, memory_order_relaxed);
  share_distance (fast);
  atomic_store_explicit (&gomp_self_page.is_set, true, memory_order_relaxed);
}

void
gomp_self_watch_forks (void)
{
  set_distance ();
  if (find_distance () != 0
      && os_wipe_on_fork (&gomp_self_page, sizeof (gomp_self_page)) == 0)
    atomic_store (&watched, true);
}

void
gomp_self_forked (void)
{
  if (atomic_load (&watched))
    set_distance ();
  forget_other_threads ();
}

/* Only the first of the child's threads has to do this.  */
static inline void
look_for_fork (void)
{
  if (atomic_load_explicit (&watched, memory_order_relaxed)
      && !atomic_load_explicit (&gomp_self_page.is_set, memory_order_relaxed))
    gomp_pool_forked ();
}
#else
void
gomp_self_share_distance (_Atomic intptr_t *copy)
{
  atomic_store_explicit (&shared_distance, copy, memory_order_relaxed);
  share_distance (0);
}

static void
set_distance (void)
{
}

/* 1 in this process; in a forked child the kernel sets it to 0.  */
static _Atomic (atomic_uint *) unforked;

void
gomp_self_watch_forks (void)
{
  void *page;
  size_t size = os_page_size ();
  if (os_sparse_map (size, &page) != 0)
    return;
  if (os_wipe_on_fork (page, size) != 0)
    {
      os_unmap (page, size);
      return;
    }
  atomic_init ((atomic_uint *)page, 1);
  /* Release: pairs with the acquire in look_for_fork.  */
  atomic_store_explicit (&unforked, page, memory_order_release);
}

void
gomp_self_forked (void)
{
  atomic_uint *word = atomic_load (&unforked);
  if (word != NULL)
    atomic_store (word, 1);
  forget_other_threads ();
}

static inline void
look_for_fork (void)
{
  atomic_uint *word = atomic_load_explicit (&unforked, memory_order_acquire);
  if (word != NULL
      && unlikely (atomic_load_explicit (word, memory_order_relaxed) == 0))
    gomp_pool_forked ();
}
#endif

void
gomp_self_observe (bool wanted)
{
  atomic_store (&gomp_self_observed, wanted);
  if (wanted)
    gomp_lock_watch ();
  set_distance ();
}

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool key_made;

/* Tasking's part of a thread, which follows its structure.  */
#define LINES (2 * (size_t)GOMP_CACHE_LINE)
#define TASKING_OFFSET                                                         \
  ((sizeof (struct gomp_thread) + LINES - 1) / LINES * LINES)

/* The memory of the program's threads, which is reused.  It does not come from
   malloc: the first call of a thread may be in a signal handler that
   interrupted malloc.  All signals are blocked here.  */
static struct
{
  struct gomp_mutex lock; /* guards the rest */
  struct unused
  {
    struct unused *next;
  } * unused; /* of threads that have ended */
} memory_state;

/* LeakSanitizer finds what only this memory points to, if it knows the
   memory.  */
extern void __lsan_register_root_region (const void *start, size_t size)
    __attribute__ ((weak));

static void *
map_memory (void)
{
  void *pages;
  if (os_sparse_map (gomp_self_size (), &pages) != 0)
    return gomp_xalloc_aligned (LINES, gomp_self_size ());
  if (__lsan_register_root_region != NULL)
    __lsan_register_root_region (pages, gomp_self_size ());
  return pages;
}

static void *
take_memory (void)
{
  gomp_mutex_lock (&memory_state.lock);
  struct unused *memory = memory_state.unused;
  if (memory != NULL)
    memory_state.unused = memory->next;
  gomp_mutex_unlock (&memory_state.lock);
  return memory != NULL ? memory : map_memory ();
}

static void
put_memory (void *memory)
{
  struct unused *unused = memory;
  gomp_mutex_lock (&memory_state.lock);
  unused->next = memory_state.unused;
  memory_state.unused = unused;
  gomp_mutex_unlock (&memory_state.lock);
}

void
gomp_self_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&memory_state.lock, when);
  gomp_mutex_fork (&threads_lock, when);
}

static void
count_turn (void)
{
  turns++;
  if (gomp_self_is_observed () && turns < PTHREAD_DESTRUCTOR_ITERATIONS)
    pthread_setspecific (key, &has_ended_mark);
}

/* A later destructor of another key may use the library again: it then gets
   a new structure and this runs once more.  */
static void
release (void *arg)
{
  struct gomp_thread *self = arg;
  sigset_t before;
  if (arg == &has_ended_mark)
    {
      count_turn ();
      return;
    }
  os_signals_block (&before);
  has_ended = true;
  gomp_self_pointer = self;
  gomp_observe_thread_end (self, false);
  gomp_team_thread_fini (self);
  gomp_tasking_thread_fini (self, NULL);
  gomp_error_fini ();
  gomp_workshare_solo_free (self);
  gomp_cpu_waiters_leave (&self->cpu_waiters);
  gomp_self_pointer = NULL;
  remove_thread (self);
  if (self->worker == NULL)
    put_memory (self);
  count_turn ();
  os_signals_restore (&before);
}

/* In each turn the C library calls the destructors in the order of the keys'
   numbers.  After the last key of those whose values need no memory, no
   destructor of the program calls the library: so also a thread ends whose
   first call is in a destructor of the last turn.  Not if the program has as
   many keys itself.

   The keys before it are created, too, and deleted: the next one that is
   created has the lowest free number.  */
#define LAST_KEY 31

static void
make_key (void)
{
  pthread_key_t keys[LAST_KEY + 1];
  unsigned count = 0;
  bool is_late = false;
  while (!is_late && count <= LAST_KEY
         && pthread_key_create (&keys[count], release) == 0)
    is_late = (unsigned long)keys[count++] >= LAST_KEY;
  key_made = count != 0;
  if (key_made)
    key = keys[--count];
  while (count != 0)
    pthread_key_delete (keys[--count]);
}

size_t
gomp_self_size (void)
{
  return TASKING_OFFSET + gomp_tasking_thread_size ();
}

struct gomp_thread *
gomp_self_init (void *memory)
{
  struct gomp_thread *self = memory;
  memset (memory, 0, gomp_self_size ());
  self->num_teams = 1;
  self->bound = -1;
  self->hot_slot = &self->hot;
  self->default_allocator = gomp_icv_globals ()->allocator;
  struct gomp_place_slot slot;
  gomp_places_initial (&slot);
  self->place = slot.place;
  self->partition = slot.partition;
  gomp_tasking_thread_init (self, (char *)memory + TASKING_OFFSET);
  self->task = gomp_tasking_initial_task (self);
  return self;
}

void
gomp_self_begin (struct gomp_thread *self)
{
  gomp_self_pointer = self;
  set_distance ();
  pthread_once (&key_once, make_key);
  if (key_made && pthread_setspecific (key, self) == 0)
    add_thread (self);
}

/* A signal handler that calls the library meanwhile would find an incomplete
   thread.  */
static COLD struct gomp_thread *
take_self (void)
{
  sigset_t before;
  os_signals_block (&before);
  struct gomp_thread *self = gomp_self_pointer;
  if (self == NULL)
    {
      self = gomp_self_init (take_memory ());
      gomp_self_begin (self);
    }
  os_signals_restore (&before);
  return self;
}

/* The process's first call starts the tool, if there is one, which may call the
   library, too.  */
static COLD struct gomp_thread *
make_self (void)
{
  struct gomp_thread *self = take_self ();
  gomp_tool_start ();
  if (!has_ended)
    gomp_observe_thread (self, ompt_thread_initial);
  return self;
}

struct gomp_thread *
gomp_self_region (void)
{
  return take_self ();
}

struct gomp_thread *
gomp_self_other (void)
{
  struct gomp_thread *self = take_self ();
  gomp_observe_thread (self, ompt_thread_other);
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
gomp_self_begin_again (void)
{
  struct gomp_thread *self = gomp_self_find ();
  if (has_ended && self->team == NULL && self->task->implicit)
    gomp_observe_thread (self, ompt_thread_initial);
  return self;
}

bool
gomp_self_may_end (void)
{
  return turns < PTHREAD_DESTRUCTOR_ITERATIONS;
}

struct gomp_thread *
gomp_self_known (void)
{
  return gomp_self_pointer;
}

/* Reading a thread-specific value needs no memory.  Other callers cannot use
   it: copies of libc in several namespaces (dlmopen) have the same key numbers
   and share the values.  */
struct gomp_thread *
gomp_self_handling (void)
{
  void *self = key_made ? pthread_getspecific (key) : NULL;
  return self == &has_ended_mark ? NULL : self;
}

struct gomp_icv *
gomp_icv_writable (struct gomp_thread *self)
{
  struct gomp_task_env *task = self->task;
  if (!task->icv_owned)
    {
      struct gomp_icv *icv = gomp_xalloc (sizeof (*icv));
      *icv = *task->icv;
      /* A handler of a signal may look.  */
      atomic_signal_fence (memory_order_seq_cst);
      task->icv = icv;
      task->icv_owned = true;
    }
  return task->icv;
}

void
gomp_icv_reset (struct gomp_task_env *task)
{
  struct gomp_icv *own = task->icv;
  task->icv = &gomp_icv_global.initial;
  task->icv_owned = false;
  /* A handler of a signal may look.  */
  atomic_signal_fence (memory_order_seq_cst);
  /* ThreadSanitizer takes the teams that one thread runs for several threads:
     another of them may have allocated it.  */
  gomp_tsan_forget ((uintptr_t)own, sizeof (*own) & ~(size_t)7);
  gomp_free (own);
}
