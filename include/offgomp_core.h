/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The table of functions that libgomp.so.1 offers to libomp.so.5, the library
   of clang's programs.  libomp.so.5 looks up the function OFFGOMP_CORE, which
   returns the table.  Both libraries must be of one release: the function
   returns NULL unless the caller names the version of the package and the size
   of the table.

   libomp.so.5 looks up one symbol instead of linking with many.  So if the
   process has a libgomp.so.1 of another project or release, libomp.so.5 can
   report it, and there is never a second pool of threads.  A call by the table
   costs as much as a call by the dynamic linker.

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

/* A task.  RUN (BLOCK) runs it, or, if it is untied, a part of it.  If it is
   cancelled before it starts, DROP (BLOCK) is called instead.  BLOCK comes from
   task_alloc.  */
struct offgomp_task
{
  void (*run) (void *block);
  void (*drop) (void *block);
  void *block;
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
     the word at thread_distance from the thread pointer (arch/tls.h), unless it
     is null, points to a structure that has the data at thread_offset.  If
     thread_distance returns 0, the distance is not known.  */
  struct offgomp_thread *(*thread_data) (void);
  intptr_t (*thread_distance) (void);
  size_t thread_offset;

  int (*thread_num) (void);
  struct offgomp_position (*position) (void);
  struct offgomp_position (*team_position) (void);
  /* Is the calling thread the only one of its team, and this the only team?
     The teams of a league may run at once.  */
  bool (*is_alone) (void);
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

  /* True: parallel is cancelled.  */
  bool (*barrier) (void);
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

  /* True in one thread of the team.  */
  bool (*single) (void);
  /* The thread that has the data passes DATA, and the others pass NULL and get
     DATA.  When they no longer need it, a barrier must follow.  */
  void *(*broadcast) (void *data);

  void (*loop_begin) (const struct offgomp_loop *loop);
  /* False: there are no more chunks, and the thread has left the loop.  */
  bool (*loop_next) (struct offgomp_chunk *chunk);
  void (*loop_leave) (void);
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
     run a task, so a new task had best run at once.  */
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
  /* The program runs a task itself between these two calls.  */
  void (*task_begin) (void *code, bool final);
  void (*task_end) (void);
  void (*task_wait) (void);
  void (*task_wait_depend) (void **depend);
  void (*task_depend) (void **depend); /* a task without a body */
  void (*task_yield) (void);
  void (*taskgroup_begin) (void);
  /* Returns the arrays that were registered for reductions, the last one first.
     Word 4 of each array points to the next.  */
  uintptr_t *(*taskgroup_end) (void);
  struct offgomp_split (*taskloop_split) (uint64_t iterations, uint64_t value,
                                          bool grainsize, bool strict);
  /* At the end of a construct that ends in a barrier: COMBINE (INTO, FROM) adds
     the results in LIST of one thread to those of another.  Below 0: it cannot
     be done so.  1: LIST has the results of all threads; the caller goes on to
     the barrier.  0: another thread does, and the barrier is over.  */
  int (*reduce) (void *list, void (*combine) (void *into, void *from));
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

  /* Print TEXT as a message of the library; fatal ends the program.  */
  void (*warning) (const char *text);
  void (*fatal) (const char *text) __attribute__ ((noreturn));
};

/* The function OFFGOMP_CORE.  It returns NULL if VERSION or SIZE differ from
   its own.  */
typedef const struct offgomp_core *offgomp_core_getter (const char *version,
                                                        size_t size);

#endif
