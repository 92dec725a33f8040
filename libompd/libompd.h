/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* libompd.so's own part: what handles are, and how the program is read.

   The library runs in a debugger.  It calls neither the program nor
   libgomp.so.1: it reads the program's memory by the debugger's functions, at
   the offsets of the table in debug_table.h.  So it works on a core file as
   well.  It writes nothing, has no thread and no state but the debugger's
   functions.  The debugger calls from one thread at a time.

   An address in the program is a uint64_t; 0: none.  */

#ifndef OFFGOMP_LIBOMPD_H
#define OFFGOMP_LIBOMPD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "debug_table.h"

/* The library exports the functions of ompd.h.  */
#pragma GCC visibility push(default)
#include "user/omp-tools.h"
#pragma GCC visibility pop

struct _ompd_aspace_handle
{
  ompd_address_space_context_t *context;
  struct debug_table table;
};

struct _ompd_thread_handle
{
  ompd_address_space_handle_t *space;
  uint64_t thread; /* struct gomp_thread */
};

struct _ompd_parallel_handle
{
  ompd_address_space_handle_t *space;
  uint64_t team;   /* struct gomp_team; 0: the region around THREAD's initial
                      task */
  uint64_t thread; /* 0 if there is a team */
};

struct _ompd_task_handle
{
  ompd_address_space_handle_t *space;
  uint64_t env; /* struct gomp_task_env */
};

/* Return the error of CALL, if any.  */
#define TRY(call)                                                              \
  do                                                                           \
    {                                                                          \
      ompd_rc_t try_rc_ = (call);                                              \
      if (try_rc_ != ompd_rc_ok)                                               \
        return try_rc_;                                                        \
    }                                                                          \
  while (0)

/* ---- memory.c */

/* The debugger's functions, or NULL.  */
extern HIDDEN const ompd_callbacks_t *ompd_debugger;

/* SIZE bytes of the debugger's, all 0.  */
HIDDEN ompd_rc_t ompd_allocate (size_t size, void **memory);
HIDDEN ompd_rc_t ompd_release (void *memory);
/* A copy of STRING in the debugger's memory.  */
HIDDEN ompd_rc_t ompd_copy_string (const char *string, const char **copy);
/* Look for offgomp's table in SPACE.  */
HIDDEN ompd_rc_t ompd_read_table (ompd_address_space_handle_t *space);
HIDDEN ompd_rc_t ompd_read (const ompd_address_space_handle_t *space,
                            uint64_t address, size_t size, void *to);
/* A member of a structure, a number of up to eight bytes without a sign.  */
HIDDEN ompd_rc_t ompd_read_member (const ompd_address_space_handle_t *space,
                                   uint64_t object, enum debug_row row,
                                   uint64_t *value);
/* A string of the program's, cut if it is longer than SIZE.  */
HIDDEN ompd_rc_t ompd_read_string (const ompd_address_space_handle_t *space,
                                   uint64_t address, size_t size, char *to);

/* A space may have several handles, as ompd_get_device_from_thread makes one.
 */
static inline bool
ompd_is_same_space (const ompd_address_space_handle_t *a,
                    const ompd_address_space_handle_t *b)
{
  return a->context == b->context;
}

static inline uint64_t
ompd_root (const ompd_address_space_handle_t *space, enum debug_root root)
{
  return (uint64_t)(uintptr_t)space->table.root[root];
}

static inline uint64_t
ompd_member (const ompd_address_space_handle_t *space, uint64_t object,
             enum debug_row row)
{
  return object + space->table.row[row].offset;
}

/* So many steps through lists suffice to answer a question: in a damaged core,
   or while threads run, a list may have no end.  */
#define OMPD_STEPS 1000000

/* ---- thread.c */

/* Where a thread is in a team: it may be the primary of inner ones, too.  */
struct ompd_position
{
  uint64_t team;
  uint64_t number;
  uint64_t task; /* the thread's task there, a struct gomp_task_env */
};

/* The first thread, and the one after THREAD; 0: none.  */
HIDDEN ompd_rc_t ompd_first_thread (const ompd_address_space_handle_t *space,
                                    uint64_t *thread);
HIDDEN ompd_rc_t ompd_next_thread (const ompd_address_space_handle_t *space,
                                   uint64_t *thread);
/* Where THREAD is, innermost.  Unavailable: a worker that has no work.  */
HIDDEN ompd_rc_t ompd_position (const ompd_address_space_handle_t *space,
                                uint64_t thread,
                                struct ompd_position *position);
/* Thread NUMBER of TEAM.  */
HIDDEN ompd_rc_t ompd_thread_of (const ompd_address_space_handle_t *space,
                                 uint64_t team, uint64_t number,
                                 uint64_t *thread);

/* ---- task.c */

/* The team and the member of the task ENV.  Team 0: none.  */
HIDDEN ompd_rc_t ompd_team_of_task (const ompd_address_space_handle_t *space,
                                    uint64_t env, uint64_t *team,
                                    uint64_t *member);
/* The implicit task of thread NUMBER of PARALLEL.  */
HIDDEN ompd_rc_t ompd_implicit_task (const ompd_parallel_handle_t *parallel,
                                     uint64_t number, uint64_t *env);
/* What was kept of the task ENV because threads are observed, a struct
   gomp_observed_task.  */
HIDDEN ompd_rc_t ompd_told_of (const ompd_address_space_handle_t *space,
                               uint64_t env, uint64_t *told);

#endif
