/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loops with cross-iteration dependences: ordered depend (source), depend
   (sink).

   The compiler announces the loop nest, begins to share its first loop, or the
   first few of them as one (collapse), and names iterations by their number in
   each loop.  libgomp.so.1 wants to know of the nest when the loop begins, with
   the shared loops as one.

   The threads' parts of a static loop are known to the code, which does not
   tell when it comes to the next; but it posts each iteration.  */

#include "libomp.h"

#define AT struct ident *at, int32_t thread

EXPORT void __kmpc_doacross_init (AT, int32_t count,
                                  const struct offgomp_dimension *bounds);
EXPORT void __kmpc_doacross_wait (AT, const int64_t *iteration);
EXPORT void __kmpc_doacross_post (AT, const int64_t *iteration);
EXPORT void __kmpc_doacross_fini (AT);

/* More loops than a program nests.  */
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

/* The shared ones have as many iterations together as the loop.  */
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
  me->dimensions = 0;
  loop->monotonic = true;
  core.loop_begin (loop);
}

/* Iterations outside of the loops have numbers that are too large without a
   sign.  */
void
__kmpc_doacross_wait (AT, const int64_t *iteration)
{
  (void)at;
  (void)thread;
  core.doacross_wait ((const uint64_t *)iteration);
}

void
__kmpc_doacross_post (AT, const int64_t *iteration)
{
  (void)at;
  (void)thread;
  core.doacross_post ((const uint64_t *)iteration);
}

/* A dynamic loop has left it already.  */
void
__kmpc_doacross_fini (AT)
{
  (void)at;
  (void)thread;
  core.loop_leave ();
}
