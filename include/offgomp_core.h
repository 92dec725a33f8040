/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The table of functions that libgomp.so.1 offers to libomp.so.5, the library
   of clang's programs.  libomp.so.5 looks up the function OFFGOMP_CORE, which
   returns the table (core_table.h).  Both libraries must be of one release:
   the function returns NULL unless the caller names the version of the package
   and the size of the table.

   libomp.so.5 looks up one symbol instead of linking with many.  So if the
   process has a libgomp.so.1 of another project or release, libomp.so.5 can
   report it, and there is never a second pool of threads.  A call by the table
   costs as much as a call by the dynamic linker.

   While threads are observed by a tool (libgomp/team/observe.h), most of these
   functions raise the events of their constructs.  The places of these are the
   return addresses of the program's calls, which libgomp.so.1 finds itself
   (libgomp/os/entry.h).  Functions that libomp.so.5 calls for events alone say
   so; it calls them only if the word of share_distance is 0.

   Values of loop variables are numbers modulo 2^64.  */

#ifndef OFFGOMP_CORE_H
#define OFFGOMP_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OFFGOMP_CORE "offgomp_core"

/* A thread in its team, or a team in its league.  */
struct offgomp_position
{
  uint32_t number;
  uint32_t count;
};

/* The beginning of the compiler's description of a construct.  */
struct offgomp_location
{
  int32_t reserved;
  int32_t flags; /* bits of enum offgomp_construct_bit */
};

enum offgomp_construct_bit
{
  OFFGOMP_IS_IMPLICIT = 0x40, /* a barrier: that of another construct */
  OFFGOMP_IS_SECTIONS = 0x400,
  OFFGOMP_IS_DISTRIBUTE = 0x800
};

/* The part that the calling thread, or its team, has of a loop whose iterations
   are divided without further calls.  For events.  */
struct offgomp_part
{
  const struct offgomp_location *at;
  uint64_t count;      /* iterations of the loop */
  uint64_t first;      /* the first of this part, numbered from 0 */
  uint64_t size;       /* iterations of it, or of its first chunk; 0: none */
  bool is_distributed; /* among teams */
};

enum offgomp_schedule
{
  OFFGOMP_STATIC,
  OFFGOMP_DYNAMIC,
  OFFGOMP_GUIDED,
  OFFGOMP_RUNTIME /* the schedule of omp_set_schedule or OMP_SCHEDULE */
};

struct offgomp_loop
{
  uint64_t start; /* the first value */
  uint64_t step;
  uint64_t count; /* iterations */
  uint64_t chunk; /* chunk size; 0: none */
  enum offgomp_schedule schedule;
  bool monotonic;
  bool ordered;            /* has ordered regions */
  unsigned dimensions;     /* doacross: number of loops; 0: no doacross loop */
  unsigned collapsed;      /* doacross: number of loops that are shared as
                              one */
  const uint64_t *extents; /* doacross: iterations of each */
};

struct offgomp_chunk
{
  uint64_t low;  /* first value */
  uint64_t last; /* last value */
  uint64_t step;
  bool is_last; /* it has the loop's last iteration */
};

/* A loop of a nest with cross-iteration dependences.  Its iterations are
   numbered from 0.  */
struct offgomp_dimension
{
  int64_t lower; /* 0 */
  int64_t upper; /* number of iterations */
  int64_t step;  /* 1 */
};

/* What lies at the beginning of a task's block; the task's own memory
   follows.  */
struct offgomp_task_head
{
  size_t bytes;   /* size of the block */
  size_t size;    /* size of the task */
  size_t shareds; /* size of the addresses of shared variables */
  void *event;    /* handle of the task's event, or NULL */
  int32_t flags;  /* enum offgomp_task_flag, and the compiler's others */
  int32_t device; /* of a target construct */
  bool targets;   /* it has a target construct */
  bool runs;      /* its first part has begun */
  bool again;     /* the part has ended, and another one follows */
  /* A proxy: its body has ended, or its event has come; the other one is to
     come.  */
  _Atomic (bool) half_done;
} __attribute__ ((aligned (16)));

enum offgomp_task_flag
{
  OFFGOMP_TASK_TIED = 1,
  OFFGOMP_TASK_FINAL = 2,
  OFFGOMP_TASK_MERGEABLE = 4
};

/* A task.  RUN (BLOCK) runs it, or, if it is untied, a part of it.  If it is
   cancelled before it starts, DROP (BLOCK) is called instead.  BLOCK comes from
   task_alloc.  */
struct offgomp_task
{
  void (*run) (void *block);
  void (*drop) (void *block);
  void *block;   /* a struct offgomp_task_head and what follows */
  void *code;    /* tasks with the same code probably take equally long */
  void **depend; /* the dependences as GOMP_task gets them, or NULL */
  int priority;
  bool may_defer; /* if clause */
  bool final;     /* final clause */
  bool untied;    /* RUN may call task_suspend */
  int device;     /* task_spawn_target: where the region is to run */
};

/* The tasks of a taskloop.  The first LARGE tasks have SIZE + 1 iterations, the
   others SIZE; the last one may have fewer.  */
struct offgomp_split
{
  uint64_t tasks;
  uint64_t large;
  uint64_t size;
};

/* The data of libomp.so.5 for a thread, which lie in libgomp.so.1's structure
   of the thread; all 0 at first.  A call that announces clauses stores them
   here, and the construct that follows clears them.  */
struct offgomp_thread
{
  int32_t number;      /* number of the thread, + 1; 0: none yet */
  uint32_t threads;    /* num_threads clause; 0: none */
  uint32_t bind;       /* proc_bind clause; 0: none */
  uint32_t teams;      /* num_teams clause; 0: none */
  uint32_t limit;      /* thread_limit clause of teams; 0: none */
  uint32_t reduction;  /* method of the current reduction */
  uint32_t dimensions; /* loops of an announced nest; 0: none */
  const struct offgomp_dimension *bounds; /* of each */
};

struct offgomp_core
{
  /* The data of the calling thread.  Most calls of thread_data can be avoided:
     the word at DISTANCE from the thread pointer (arch/tls.h), unless it is
     null, points to a structure that has the data at thread_offset.
     libgomp.so.1 stores DISTANCE to the word that share_distance gets, from the
     first call of thread_data on.  0: it is not known, or threads are
     observed.  */
  struct offgomp_thread *(*thread_data) (void);
  void (*share_distance) (_Atomic intptr_t *copy);
  size_t thread_offset;

  int (*thread_num) (void);
  struct offgomp_position (*position) (void);
  struct offgomp_position (*position_of) (const struct offgomp_thread *me);
  struct offgomp_position (*team_position) (void);
  struct offgomp_position (*team_position_of) (const struct offgomp_thread *me);
  /* Is the calling thread, which ME belongs to, the only one of its team, and
     this the only team? The teams of a league may run at once.  */
  bool (*is_alone) (const struct offgomp_thread *me);
  bool (*in_parallel) (void);

  /* Run FN (DATA) in a team, or in each team of a league.  THREADS, TEAMS and
     LIMIT are 0 without a clause.  serial_begin begins a team that has only the
     calling thread.  */
  void (*parallel) (void (*fn) (void *), void *data, unsigned threads,
                    unsigned bind);
  void (*teams) (void (*fn) (void *), void *data, unsigned teams,
                 unsigned limit);
  void (*serial_begin) (void);
  void (*serial_end) (void);

  /* True: parallel is cancelled.  The second one is that of a single construct,
     and the third is the library's own, as after a reduction.  */
  bool (*barrier) (const struct offgomp_location *at);
  bool (*single_barrier) (void);
  bool (*own_barrier) (void);
  /* WHICH as in GOMP_cancel.  */
  bool (*cancel) (int which);
  bool (*cancellation_point) (int which);
  /* The lock to use for the critical construct whose lock, in clang's code, is
     at OWN.  If gcc's code has a critical construct of the same name, this is
     that construct's lock.  Slow.  */
  void *(*critical_lock) (void *own);
  /* LOCK has 8 bytes, all 0 at first.  */
  void (*critical_begin) (void *lock);
  void (*critical_end) (void *lock);
  /* For events: the same as critical_begin with the hint of the construct.  */
  void (*critical_begin_hinted) (void *lock, uint32_t hint);

  /* omp_init_nest_lock_with_hint for a lock of Fortran.  */
  void (*nest_lock_init) (void *lock, uint32_t hint);

  /* 1 in one thread of the team.  single_end: for events; that thread has
     executed the construct.  */
  int32_t (*single) (void);
  void (*single_end) (void);
  /* 1 in thread FILTER of the team; masked_end likewise.  */
  int32_t (*masked) (int32_t filter);
  void (*masked_end) (void);
  /* For events: where the calling thread's task has its exit frame, or NULL.
     A function that calls the code of a region or a task stores its own frame
     pointer there, and afterwards what was there before.  */
  void *_Atomic *(*exit_frame) (void);
  /* The thread that has the data passes DATA, and the others pass NULL and get
     DATA.  When they no longer need it, a barrier must follow.  */
  void *(*broadcast) (void *data);

  void (*loop_begin) (const struct offgomp_loop *loop);
  /* False: there are no more chunks, and the thread has left the loop.  */
  bool (*loop_next) (struct offgomp_chunk *chunk);
  void (*loop_leave) (void);
  /* For events: the calling thread begins and ends the work of a loop whose
     iterations are divided without further calls.  */
  void (*part_begin) (const struct offgomp_part *part);
  void (*part_end) (void);
  void (*ordered_begin) (void);
  void (*ordered_end) (void);
  /* ITERATION has a number for each loop.  In a static loop the calling thread
     goes from chunk to chunk without a call; its posts show which chunk it is
     in.  Waiting for an iteration that does not exist does nothing.  */
  void (*doacross_post) (const uint64_t *iteration);
  void (*doacross_wait) (const uint64_t *iteration);

  /* SIZE bytes, aligned to 16.  Any thread may free them.  */
  void *(*task_alloc) (size_t size);
  void (*task_free) (void *block, size_t size);
  void (*task_spawn) (const struct offgomp_task *task);
  /* Spawn a task with a target construct: RUN (BLOCK) may launch a region that
     goes on when RUN returns (offgomp_target.h).  DROP (BLOCK) is called at the
     end of the task in any case.  */
  void (*task_spawn_target) (const struct offgomp_task *task);
  /* Has the calling task children that are not complete?  If not, a new task
     depends on no other.  task_is_alone: it has none, and no other thread could
     run a task, so a new task had best run at once.  While threads are
     observed, by ThreadSanitizer, too, the answers are true and false, so that
     no task is passed over.  */
  bool (*task_has_children) (void);
  bool (*task_is_alone) (void);
  /* The code of the calling task, which is untied, was interrupted at a task
     scheduling point.  True: RUN is to return; it is called again, perhaps in
     another thread, which may have the block at once.  False: RUN goes on.  */
  bool (*task_suspend) (void);
  /* Make a task that is complete only after an event, and return the event's
     handle, for omp_fulfill_event.  task_launch spawns the task.  If the
     program runs the task itself, between task_begin and task_end, it calls
     event_wait afterwards.  */
  void *(*event_make) (const struct offgomp_task *task);
  void (*task_launch) (void *event, void **depend, bool may_defer);
  void (*event_wait) (void *event);
  /* The program runs a task itself between these two calls.  TASK is its own
     memory, behind its head.  */
  void (*task_begin) (void *code, bool final, void *task);
  void (*task_end) (void);
  int32_t (*task_wait) (void); /* returns 0 */
  void (*task_wait_depend) (void **depend);
  void (*task_depend) (void **depend); /* a task without a body */
  int32_t (*task_yield) (void);        /* returns 0 */
  void (*taskgroup_begin) (void);
  /* Returns the arrays that were registered for reductions, the last one first.
     Word 4 of each array points to the next.  */
  uintptr_t *(*taskgroup_end) (void);
  /* taskloop_end, for events: all tasks are spawned.  */
  struct offgomp_split (*taskloop_split) (uint64_t iterations, uint64_t value,
                                          bool grainsize, bool strict);
  void (*taskloop_end) (uint64_t iterations);
  /* At the end of a construct that ends in a barrier: COMBINE (INTO, FROM) adds
     the results in LIST of one thread to those of another.  Below 0: it cannot
     be done so.  1: LIST has the results of all threads; the caller goes on to
     the barrier.  0: another thread does, and the barrier is over.  */
  int (*reduce) (void *list, void (*combine) (void *into, void *from));
  /* For events, around the code that combines the results of the calling thread
     with the variables.  False: its region is not observed; then merge_end does
     nothing.  */
  bool (*merge_begin) (void);
  void (*merge_end) (void);
  /* The lock of a reduction, as of a critical construct, without events.  */
  void (*lock_acquire) (void *lock);
  void (*lock_release) (void *lock);
  /* ARRAY as for GOMP_taskgroup_reduction_register.  */
  void (*reduction_register) (uintptr_t *array);
  void (*reduction_unregister) (uintptr_t *array);
  /* The calling thread's copy of VARIABLE.  */
  void *(*reduction_copy) (void *variable);

  /* Set the limit of threads of the calling task (omp_get_thread_limit), and
     return the old limit.  LIMIT 0: do not change it.  */
  unsigned (*limit_threads) (unsigned limit);

  /* OMP_TARGET_OFFLOAD: 0 disabled, 1 default, 2 mandatory.  */
  int (*target_offload) (void);
  /* The stack size of threads that start later, in bytes.  */
  size_t (*stack_size) (void);
  void (*set_stack_size) (size_t size);
  /* For how many nanoseconds waiting threads spin; UINT64_MAX: for ever.  */
  uint64_t (*spin_time) (void);
  void (*set_spin_time) (uint64_t ns);
  /* TEXT has settings "NAME=value", separated by '|'.  Read each as if it were
     an environment variable.  */
  void (*set_variables) (const char *text);
  /* The same, but only for variables that are not in the environment.  Called
     before the library is used.  */
  void (*add_variables) (const char *text);

  /* The CPUs of the socket, or else of the core, with CPU, into the zeroed MASK
     of WORDS words.  False: not known.  */
  bool (*cpu_siblings) (unsigned cpu, bool of_socket, unsigned long *mask,
                        size_t words);
  /* From now on the process uses only the CPUs of MASK, of WORDS words.  Called
     before the library is used; a device's process has its CPUs from the host,
     and ignores this.  */
  void (*use_cpus) (const unsigned long *mask, size_t words);

  /* For events: the flush construct; the error construct with MESSAGE.  */
  void (*flush) (void);
  void (*error) (bool is_fatal, const char *message);

  /* Print TEXT as a message of the library; fatal ends the program.  */
  void (*warning) (const char *text);
  void (*fatal) (const char *text) __attribute__ ((noreturn));
};

#endif
