/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loops with cross-iteration dependences: ordered depend (source), depend
   (sink).

   The compiler announces the loop nest, then begins to share its first loop,
   or the first few of them as one (collapse).  It names an iteration by its
   number in each loop.  libgomp.so.1 gets the nest when the loop begins, with
   the shared loops as one.

   In a static loop the code itself goes from one chunk of the thread to the
   next, without a call.  But it posts each iteration.  */

#include "libomp.h"

#define AT struct ident *at, int32_t thread

EXPORT void __kmpc_doacross_init (AT, int32_t count,
                                  const struct offgomp_dimension *bounds);
EXPORT void __kmpc_doacross_wait (AT, const int64_t *iteration);
EXPORT void __kmpc_doacross_post (AT, const int64_t *iteration);
EXPORT void __kmpc_doacross_fini (AT);

/* No program nests more loops.  */
#define MOST_LOOPS 32

void
__kmpc_doacross_init (AT, int32_t count, const struct offgomp_dimension *bounds)
{
  (void)at;
  (void)thread;
  if (count > MOST_LOOPS)
    core.fatal ("ordered (n): more loops than the library can nest");
  struct offgomp_thread *me = libomp_thread ();
  me->dimensions = (uint32_t)count;
  me->bounds = bounds;
}

/* By number of the thread: is it in such a loop as the only one of its team?
   Then the iterations are in order.  Only the thread itself uses its element;
   those without one are not known to be alone.  */
#define KNOWN_THREADS 1024
static bool is_alone[KNOWN_THREADS];

static void
set_alone (bool alone)
{
  int32_t number = libomp_number ();
  if (number < KNOWN_THREADS && is_alone[number] != alone)
    is_alone[number] = alone;
}

/* The iterations of the shared loops together are those of the loop.  */
void
libomp_doacross_begin (struct offgomp_loop *loop)
{
  uint64_t extents[MOST_LOOPS];
  uint64_t product = 1;
  struct offgomp_thread *me = libomp_thread ();
  loop->dimensions = me->dimensions;
  loop->extents = extents;
  for (unsigned i = 0; i < me->dimensions; i++)
    {
      extents[i] = (uint64_t)me->bounds[i].upper;
      if (loop->collapsed == 0)
        {
          product *= extents[i];
          if (product == loop->count)
            loop->collapsed = i + 1;
        }
    }
  libomp_invariant (loop->collapsed != 0,
                    "the shared loop is none of the announced nest");
  me->dimensions = 0;
  loop->monotonic = true;
  set_alone (core.position_of (me).count == 1 && !libomp_may_be_observed ());
  core.loop_begin (loop);
}

static inline bool
may_wait (int32_t thread)
{
  return unlikely ((uint32_t)thread >= KNOWN_THREADS || !is_alone[thread]);
}

/* Iterations outside of the loops get numbers that are too large, as unsigned
   numbers.  */
void
__kmpc_doacross_wait (AT, const int64_t *iteration)
{
  (void)at;
  if (may_wait (thread))
    core.doacross_wait ((const uint64_t *)iteration);
}

void
__kmpc_doacross_post (AT, const int64_t *iteration)
{
  (void)at;
  if (may_wait (thread))
    core.doacross_post ((const uint64_t *)iteration);
}

/* A thread has left a dynamic loop already, after its last chunk.  */
void
__kmpc_doacross_fini (AT)
{
  (void)at;
  (void)thread;
  /* A loop around this one may have a team of several threads.  */
  set_alone (false);
  core.loop_leave ();
}
