/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What target regions of flang call on a processor.  Flang makes the code that
   GPUs need: the region begins with a call that says which threads run it, a
   parallel region is a function and an array of words, and a loop is a function
   that is called for each iteration.

   The thread that begins a region runs it, as the only team.  Regions of clang
   make their teams themselves, and call none of these.  */

#include "libomp.h"
#include "schedule.h"

EXPORT int32_t __kmpc_target_init (void *environment, void *launch);
EXPORT void __kmpc_target_deinit (void);
EXPORT void __kmpc_parallel_60 (struct ident *at, int32_t thread,
                                int32_t condition, int32_t threads,
                                int32_t bind, microtask fn, void *wrapper,
                                void **args, int64_t count, int32_t strict);
EXPORT void __kmpc_parallel_51 (struct ident *at, int32_t thread,
                                int32_t condition, int32_t threads,
                                int32_t bind, microtask fn, void *wrapper,
                                void **args, int64_t count);

/* The calling thread runs the region.  */
int32_t
__kmpc_target_init (void *environment, void *launch)
{
  (void)environment;
  (void)launch;
  return -1;
}

void
__kmpc_target_deinit (void)
{
}

/* CONDITION: that of the clause if.  THREADS and BIND are -1 without the
   clauses.  */
void
__kmpc_parallel_60 (struct ident *at, int32_t thread, int32_t condition,
                    int32_t threads, int32_t bind, microtask fn, void *wrapper,
                    void **args, int64_t count, int32_t strict)
{
  (void)at;
  (void)thread;
  (void)wrapper;
  (void)strict;
  libomp_fork_words ((int32_t)count, fn,
                     condition == 0 ? 1
                     : threads > 0  ? (uint32_t)threads
                                    : 0,
                     bind > 0 ? (uint32_t)bind : 0, args);
}

void
__kmpc_parallel_51 (struct ident *at, int32_t thread, int32_t condition,
                    int32_t threads, int32_t bind, microtask fn, void *wrapper,
                    void **args, int64_t count)
{
  __kmpc_parallel_60 (at, thread, condition, threads, bind, fn, wrapper, args,
                      count, 0);
}

/* ---- Loops.  */

/* The iterations from LOW up to but not including END.  */
struct range
{
  uint64_t low;
  uint64_t end;
};

/* The block of RANGE that POSITION gets.  */
static struct range
block_of (struct range range, struct offgomp_position position)
{
  uint64_t trip = range.end - range.low;
  uint64_t each = divide (trip, position.count);
  uint64_t rest = trip - each * position.count;
  uint64_t before = each * position.number
                    + (position.number < rest ? position.number : rest);
  uint64_t low = range.low + before;
  return (struct range){ low, low + each + (position.number < rest) };
}

#define TYPE int32_t
#define NAME(prefix) prefix##_4
#include "kernel.tmpl.h"

#define TYPE uint32_t
#define NAME(prefix) prefix##_4u
#include "kernel.tmpl.h"

#define TYPE int64_t
#define NAME(prefix) prefix##_8
#include "kernel.tmpl.h"

#define TYPE uint64_t
#define NAME(prefix) prefix##_8u
#include "kernel.tmpl.h"
