/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What libomp.so.5, which clang's programs use, gets from libgomp.so.1: a table
   of functions, found by the name OFFGOMP_CORE.  The two libraries are of one
   release: the table is handed out only to a caller that names the version of
   the package and the size that it expects.

   One symbol that is looked up, rather than a function each that is linked: a
   libgomp.so.1 of another project or release then leads to a message of ours,
   which the dynamic linker could not give, and never to a second pool of
   threads.  And the calls cost what calls by the dynamic linker do.

   A loop counts by the program's own numbers, modulo 2^64.  */

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
  OFFGOMP_RUNTIME /* what omp_set_schedule or OMP_SCHEDULE says */
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
  unsigned dimensions;     /* doacross: loops; 0: no such loop */
  unsigned collapsed;      /* doacross: the first so many are shared as one */
  const uint64_t *extents; /* doacross: iterations of each */
};

struct offgomp_chunk
{
  uint64_t low;  /* first value */
  uint64_t last; /* last value */
  uint64_t step;
  bool is_last; /* it has the loop's last iteration */
};

/* A loop of a nest with cross-iteration dependences: its iterations have the
   numbers from 0 on.  */
struct offgomp_dimension
{
  int64_t lower; /* 0 */
  int64_t upper; /* their number */
  int64_t step;  /* 1 */
};

/* A task, to be run by RUN (BLOCK); or, if it is cancelled before it starts,
   DROP (BLOCK).  BLOCK is of task_alloc.  */
struct offgomp_task
{
  void (*run) (void *block);
  void (*drop) (void *block);
  void *block;
  void *code;    /* by which tasks that probably take as long are known */
  void **depend; /* the dependences as GOMP_task gets them, or NULL */
  int priority;
  bool may_defer; /* if clause */
  bool final;     /* final clause */
};

/* How the iterations of a taskloop become tasks: the first LARGE have SIZE + 1,
   the others SIZE, but the last at most what is left.  */
struct offgomp_split
{
  uint64_t tasks;
  uint64_t large;
  uint64_t size;
};

/* What libomp.so.5 keeps for each thread, in libgomp.so.1's structure of it: 0
   at first.  What a call leaves here for the next construct is used by it at
   once.  */
struct offgomp_thread
{
  int32_t number;      /* unique among threads, + 1; 0: none yet */
  uint32_t threads;    /* num_threads clause; 0: none */
  uint32_t bind;       /* proc_bind clause; 0: none */
  uint32_t teams;      /* num_teams clause; 0: none */
  uint32_t limit;      /* thread_limit clause of teams; 0: none */
  uint32_t reduction;  /* how the current reduction is done */
  uint32_t dimensions; /* loops of a nest that begins; 0: none */
  const struct offgomp_dimension *bounds; /* of each */
};

struct offgomp_core
{
  /* Of the calling thread.  Mostly it is found without a call: the pointer at
     this distance from the thread pointer (arch/tls.h), unless it is null,
     leads to a structure with the data at this offset.  Distance 0: it must be
     called.  */
  struct offgomp_thread *(*thread_data) (void);
  intptr_t (*thread_distance) (void);
  size_t thread_offset;

  int (*thread_num) (void);
  struct offgomp_position (*position) (void);
  struct offgomp_position (*team_position) (void);
  bool (*in_parallel) (void);

  /* Run FN (DATA) in a team, or in each team of a league; THREADS, TEAMS,
     LIMIT: 0 if there is no clause.  serial_begin begins a team of the calling
     thread alone.  */
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
  /* The lock of a critical construct whose own would be at OWN: that of gcc's
     code for this name if there is one, else OWN.  Slow.  */
  void *(*critical_lock) (void *own);
  /* LOCK: 8 bytes, 0 at first.  */
  void (*critical_begin) (void *lock);
  void (*critical_end) (void *lock);

  /* True in one thread.  */
  bool (*single) (void);
  /* The thread with the data gives DATA, the others NULL; all but it get DATA.
     A barrier must follow when they no longer need it.  */
  void *(*broadcast) (void *data);

  void (*loop_begin) (const struct offgomp_loop *loop);
  /* False: there is no other chunk, and the loop is left.  */
  bool (*loop_next) (struct offgomp_chunk *chunk);
  void (*loop_leave) (void);
  void (*ordered_begin) (void);
  void (*ordered_end) (void);
  /* ITERATION: its number in each loop.  If the calling thread strides over its
     chunks by itself (static), a post tells that it has come to a chunk.  To
     wait for an iteration that does not exist is nothing.  */
  void (*doacross_post) (const uint64_t *iteration);
  void (*doacross_wait) (const uint64_t *iteration);

  /* SIZE bytes, aligned to 16; any thread may free them.  */
  void *(*task_alloc) (size_t size);
  void (*task_free) (void *block, size_t size);
  void (*task_spawn) (const struct offgomp_task *task);
  /* Whether the calling task has children that are not complete: if not, no
     task can depend on another.  And whether it has none, and no other thread
     could run one: a new one is best run at once, whatever it depends on.  */
  bool (*task_has_children) (void);
  bool (*task_is_alone) (void);
  /* A task that waits for an event, too: the event's handle is for
     omp_fulfill_event.  task_launch spawns it, or, if the task was run by the
     program itself between task_begin and task_end, event_wait waits.  */
  void *(*event_make) (const struct offgomp_task *task);
  void (*task_launch) (void *event, void **depend, bool may_defer);
  void (*event_wait) (void *event);
  /* Around a task that the program runs itself.  */
  void (*task_begin) (void *code, bool final);
  void (*task_end) (void);
  void (*task_wait) (void);
  void (*task_wait_depend) (void **depend);
  void (*task_depend) (void **depend); /* a task without a body */
  void (*task_yield) (void);
  void (*taskgroup_begin) (void);
  /* Returns what was registered for reductions, the last one first: the word 4
     of each leads to the next.  */
  uintptr_t *(*taskgroup_end) (void);
  struct offgomp_split (*taskloop_split) (uint64_t iterations, uint64_t value,
                                          bool grainsize, bool strict);
  /* The array as GOMP_taskgroup_reduction_register gets it.  */
  void (*reduction_register) (uintptr_t *array);
  void (*reduction_unregister) (uintptr_t *array);
  /* The calling thread's copy of VARIABLE.  */
  void *(*reduction_copy) (void *variable);

  /* The value of omp_get_thread_limit () of the calling task; 0 as argument:
     leave it.  Returns the old one.  */
  unsigned (*limit_threads) (unsigned limit);

  /* OMP_TARGET_OFFLOAD: 0 disabled, 1 default, 2 mandatory.  */
  int (*target_offload) (void);
  /* Of threads that start later, in bytes.  */
  size_t (*stack_size) (void);
  void (*set_stack_size) (size_t size);
  /* How long waiting threads spin; UINT64_MAX: always.  */
  uint64_t (*spin_time) (void);
  void (*set_spin_time) (uint64_t ns);
  /* Let each "NAME=value" of TEXT, between '|', be an environment variable.  */
  void (*set_variables) (const char *text);
  /* The same for variables that the environment lacks, before the library is
     used.  */
  void (*add_variables) (const char *text);

  /* Print as messages of the library are; the second ends the program.  */
  void (*warning) (const char *text);
  void (*fatal) (const char *text) __attribute__ ((noreturn));
};

/* The function behind the name OFFGOMP_CORE; NULL: of another version.  */
typedef const struct offgomp_core *offgomp_core_getter (const char *version,
                                                        size_t size);

#endif
