/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The calling thread, and the part of a task that team/ uses.

   There is one struct gomp_thread for every thread that uses the library; one
   TLS pointer leads to it.  It is made at the first call of a foreign thread,
   and for a worker before it begins.  A pthread key destructor frees it.  Only
   the owner uses its fields, unless their comment names another.

   A signal handler may query the library at any time (omp_get_*, not the
   routines about devices).  The data that these routines read is complete
   whenever it can be found, and the first call of a thread neither uses malloc
   nor lets a handler interrupt it.  */

#ifndef GOMP_TEAM_SELF_H
#define GOMP_TEAM_SELF_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/tls.h"
#include "base/compiler.h"
#include "base/fork.h"
#include "icv/icv.h"
#include "icv/places.h"
#include "offgomp_core.h"
#include "sync/spin.h"

struct gomp_team;
struct gomp_league;
struct gomp_observed_thread;
struct gomp_pool_worker;
struct gomp_workshare;
struct gomp_task_thread;  /* tasking/: deque, free lists of this thread */
struct gomp_offload_data; /* offload/: target data nest of a task */

/* First member of tasking's struct gomp_task: the data environment.  */
struct gomp_task_env
{
  struct gomp_icv *icv;         /* ICVs of this task; maybe shared */
  bool icv_owned;               /* ICV is this task's alone and malloced */
  bool implicit;                /* an implicit (or initial) task */
  bool in_final;                /* a final task, or inside one */
  struct gomp_task_env *parent; /* task that generated this one, or NULL */
  struct gomp_offload_data *target_data; /* innermost target data, or NULL */
};

/* A bit in gomp_loop_cursor.ordered: the thread has not yet waited for the
   chunk's turn.  */
#define GOMP_ORDERED_AWAITED (UINT64_C (1) << 63)

/* A thread's position in a work-shared loop, in iterations and chunks, both
   counted from 0.  A region inside the loop has its own.  */
struct gomp_loop_cursor
{
  /* The number of ordered regions in the current chunk until its turn is
     passed on, if it has a turn (0: not counted), and the bit above.  0: an
     ordered region needs no action.  Must be first, see gomp_self_is_idle.  */
  uint64_t ordered;
  uint64_t low, high; /* iterations of the current chunk: [low, high) */
  uint64_t chunk;     /* its number in the order of the loop */
  uint64_t next;      /* static: number of this thread's next chunk; UINT64_MAX:
                         it gets none, and steals none; from a counter: the
                         next, if no other thread takes one */
  bool has_begun;     /* ranges: it has taken a chunk */
  bool holds_chunk;   /* ordered, doacross: the chunk has not been passed on
                         yet */
};

/* What a thread knows about others that take chunks from the same counter: see
   loop_backoff.c.  */
struct gomp_loop_backoff
{
  uint64_t since;    /* when it began to count chunks; 0: counting starts
                        anew */
  uint64_t first;    /* the number of the next chunk then */
  uint64_t chunk_ns; /* the time of a chunk while all compete; 0: not known */
  unsigned length;   /* back off for the time of so many chunks */
  bool aside;        /* it has backed off since */
  int meetings;      /* how many other threads it may meet before it considers
                        backing off */
  int penalty;       /* the next value of meetings after a failure */
};

struct gomp_thread
{
  struct gomp_loop_cursor loop; /* position in the current loop; must be
                                   first */
  struct gomp_team *team;       /* innermost team; NULL outside any region */
  unsigned thread_num;          /* number in the team */
  struct gomp_task_env *task;   /* current task; never NULL */
  struct gomp_task_thread *tasking; /* tasking's per-thread data, or NULL */
  struct gomp_workshare *workshare; /* current work-sharing construct */
  uint64_t workshare_count;         /* constructs of the team started so far */
  struct gomp_workshare_segment *segment; /* where its descriptor lies */
  uint64_t workshare_base;               /* the same at the last team barrier */
  struct gomp_loop_backoff loop_backoff; /* in loops with a common counter */
  struct gomp_workshare *solo;     /* construct outside any team, or NULL */
  struct gomp_pool_worker *worker; /* non-NULL in a thread of the pool */
  struct gomp_team *hot;           /* outermost team that is kept for regions of
                                      this thread, or NULL */
  struct gomp_team **hot_slot;     /* where the next region's team is kept */
  bool runs;                       /* counted in gomp_running */
  int bound;                       /* the place that the system binds it to, or
                                      -1 */
  unsigned team_num;               /* omp_get_team_num () */
  unsigned num_teams;              /* omp_get_num_teams () */
  int place;                       /* place bound to, or -1 */
  struct gomp_partition partition; /* place-partition-var */
  uintptr_t default_allocator;     /* def-allocator-var of this thread */
  uint64_t affinity_shown;         /* hash of the line that OMP_DISPLAY_AFFINITY
                                      last printed about this thread */
  struct gomp_spin_habit rest;     /* for waits inside a region and for its
                                      end */
  struct gomp_spin_habit dock;     /* for waits for the next region */
  struct gomp_spin_habit turn;     /* for waits for other threads in a
                                      construct */
  struct gomp_cpu_waiters cpu_waiters; /* other threads on its CPU */
  uint64_t device_tag;        /* device process: the launch that this thread, or
                                 its primary, works for */
  struct gomp_league *league; /* device process: the league of the region that
                                 this thread runs for a team, or NULL */
  const void *region_frame;   /* device process: frames of the code of the
                                 region lie below it */
  void *outside_fiber;        /* device process, under ThreadSanitizer: what
                                 league_tsan.c left, or NULL */
  struct gomp_observed_thread *observed; /* its record in observe.h, or NULL */
  struct gomp_thread *next;              /* in gomp_self_threads */
  struct gomp_thread *before;            /* the same */
  pthread_t pthread;                     /* its numbers in the C library */
  int system_id;                         /* and in the system */
  struct offgomp_thread libomp;          /* libomp.so.5's data */
};

/* All threads, for debuggers: the latest first.  self.c's lock guards the
   list.  */
HIDDEN extern struct gomp_thread *gomp_self_threads;

/* True: threads are observed.  Any thread may change it, by
   gomp_self_observe.  */
HIDDEN extern atomic_bool gomp_self_observed;
static inline bool
gomp_self_is_observed (void)
{
  return atomic_load_explicit (&gomp_self_observed, memory_order_relaxed);
}
HIDDEN void gomp_self_observe (bool wanted);

/* For libomp.so.5: *COPY is to have the distance that gomp_self_fast uses, or 0
   before the library has threads.  Called while the library is loaded.  */
HIDDEN void gomp_self_share_distance (_Atomic intptr_t *copy);
/* Is libomp.so.5 in the process?  */
HIDDEN bool gomp_self_shares_distance (void);

/* The calling thread; never NULL (ends the program without memory).  */
HIDDEN struct gomp_thread *gomp_self_find (void)
    __attribute__ ((returns_nonnull));
/* The same in observed instances, see gomp_self_observing.  */
HIDDEN struct gomp_thread *gomp_self_begin_again (void) COLD
    __attribute__ ((returns_nonnull));

#if ARCH_HAS_TLS_DISTANCE
/* The distance of the pointer to it, see arch/tls.h; 0: use gomp_self_find.  On
   a separate page, which is zero again in a forked child: see self.c.  */
#  define GOMP_SELF_PAGE 4096
struct gomp_self_page
{
  _Atomic intptr_t distance;
  atomic_bool is_set;         /* a thread of this process has set it */
  _Atomic intptr_t observing; /* the same distance, also while threads are
                                 observed */
  char rest[GOMP_SELF_PAGE - 3 * sizeof (intptr_t)]; /* unused */
} __attribute__ ((aligned (GOMP_SELF_PAGE)));
HIDDEN extern struct gomp_self_page gomp_self_page;

static inline __attribute__ ((returns_nonnull)) struct gomp_thread *
gomp_self (void)
{
  /* Relaxed: all threads store the same value.  */
  intptr_t distance
      = atomic_load_explicit (&gomp_self_page.distance, memory_order_relaxed);
  if (likely (distance != 0))
    {
      struct gomp_thread *self = arch_tls_load (distance);
      if (likely (self != NULL))
        return self;
    }
  return gomp_self_find ();
}

/* The calling thread, or NULL: use gomp_self, which may be a call.  It is NULL
   for all threads while they are observed, so an entry point that tests it has
   a branch to its observed instance at no cost (team/observe.h).  */
static inline struct gomp_thread *
gomp_self_fast (void)
{
  intptr_t distance
      = atomic_load_explicit (&gomp_self_page.distance, memory_order_relaxed);
  return likely (distance != 0) ? arch_tls_load (distance) : NULL;
}

/* The same, with the reason why it may be NULL: threads are OBSERVED, or it is
   the thread's first call.  For entry points whose observed instance needs a
   register that the ordinary one does not.  */
static inline struct gomp_thread *
gomp_self_unless_observed (bool *observed)
{
  intptr_t distance
      = atomic_load_explicit (&gomp_self_page.distance, memory_order_relaxed);
  *observed = unlikely (distance == 0);
  return *observed ? NULL : arch_tls_load (distance);
}

/* The calling thread, in observed instances of routines that only query.  */
static inline __attribute__ ((returns_nonnull)) struct gomp_thread *
gomp_self_querying (void)
{
  intptr_t distance
      = atomic_load_explicit (&gomp_self_page.observing, memory_order_relaxed);
  struct gomp_thread *self
      = likely (distance != 0) ? arch_tls_load (distance) : NULL;
  return likely (self != NULL) ? self : gomp_self_find ();
}

/* The calling thread, in other observed instances.  A thread that has ended,
   but calls the library, begins again there.  */
static inline __attribute__ ((returns_nonnull)) struct gomp_thread *
gomp_self_observing (void)
{
  intptr_t distance
      = atomic_load_explicit (&gomp_self_page.observing, memory_order_relaxed);
  struct gomp_thread *self
      = likely (distance != 0) ? arch_tls_load (distance) : NULL;
  return likely (self != NULL) && likely (self->observed != NULL)
             ? self
             : gomp_self_begin_again ();
}

/* The calling thread, in functions that a thread calls only after another
   entry point.  In a forked child the distance may be unknown, but there is a
   thread.  */
static inline __attribute__ ((returns_nonnull)) struct gomp_thread *
gomp_self_initialised (void)
{
  intptr_t distance
      = atomic_load_explicit (&gomp_self_page.distance, memory_order_relaxed);
  return likely (distance != 0) ? arch_tls_load (distance) : gomp_self_find ();
}
/* In such functions: is the first word of the thread's structure 0?  If the
   structure's address is not known, this reads a word that is not 0.  */
static inline bool
gomp_self_is_idle (void)
{
  intptr_t distance
      = atomic_load_explicit (&gomp_self_page.distance, memory_order_relaxed);
  _Static_assert(ARCH_TLS_NO_DISTANCE_READS_NONZERO, "see arch/tls.h");
  return *(uint64_t *)arch_tls_load (distance) == 0;
}
#else
#  define gomp_self_is_idle() (gomp_self_find ()->loop.ordered == 0)
#  define gomp_self gomp_self_find
#  define gomp_self_fast()                                                     \
    (unlikely (gomp_self_is_observed ()) ? NULL : gomp_self_find ())
#  define gomp_self_unless_observed(observed)                                  \
    ((*(observed) = unlikely (gomp_self_is_observed ())) ? NULL                \
                                                         : gomp_self_find ())
#  define gomp_self_querying gomp_self_find
#  define gomp_self_observing gomp_self_begin_again
#  define gomp_self_initialised gomp_self_find
#endif

/* The size of a thread's structure with tasking's part, aligned to two cache
   lines.  Set it up for a thread that is about to begin.  That thread calls the
   last function when it begins.  */
HIDDEN size_t gomp_self_size (void);
HIDDEN struct gomp_thread *gomp_self_init (void *memory);
HIDDEN void gomp_self_begin (struct gomp_thread *self);

/* See base/fork.h.  */
HIDDEN void gomp_self_fork (enum gomp_fork when);
/* From now on there are workers, so notice forks; in a forked child: the fork
   handlers have run.  */
HIDDEN void gomp_self_watch_forks (void);
HIDDEN void gomp_self_forked (void);

/* The calling thread; NULL: it has not used the library.  Async-signal
   safe.  */
HIDDEN struct gomp_thread *gomp_self_known (void);

/* False: as far as is known, the calling thread's last destructor has run, and
   nothing of the library will be called as it ends.  */
HIDDEN bool gomp_self_may_end (void) COLD;

/* The calling thread, which has not used the library: to the tool it is neither
   the program's nor a team's.  */
HIDDEN struct gomp_thread *gomp_self_other (void)
    __attribute__ ((returns_nonnull));
/* The same in the handler of a fault, which must not allocate memory.  */
HIDDEN struct gomp_thread *gomp_self_handling (void);
/* The calling thread, which runs regions of a device in the program's process:
   to the tool it begins and ends with each of them.  */
HIDDEN struct gomp_thread *gomp_self_region (void)
    __attribute__ ((returns_nonnull));

/* The calling task's ICVs: for reading; for writing, which first gives the
   task its own block.  */
static inline const struct gomp_icv *
gomp_icv (void)
{
  return gomp_self ()->task->icv;
}
HIDDEN struct gomp_icv *gomp_icv_writable (struct gomp_thread *self);
/* Drop the changes of omp_set_* in TASK, which has its own ICVs.  */
HIDDEN void gomp_icv_reset (struct gomp_task_env *task);

#endif
