/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Work-shared loops.  In a static loop a thread calls once for its part, which
   is computed here from its number.  In the other loops it gets one chunk at a
   time from libgomp.so.1.  Sections are a loop to the compiler.  */

#include "libomp.h"
#include "schedule.h"

EXPORT void __kmpc_for_static_fini (struct ident *at, int32_t thread);
EXPORT void __kmpc_dispatch_deinit (struct ident *at, int32_t thread);

static enum offgomp_schedule
engine_schedule (int32_t kind)
{
  switch (kind)
    {
    case DYNAMIC_CHUNKED:
    case STEALING:
      return OFFGOMP_DYNAMIC;
    case GUIDED_CHUNKED:
    case TRAPEZOIDAL:
    case GUIDED_ITERATIVE:
    case GUIDED_ANALYTICAL:
    case GUIDED_SIMD:
      return OFFGOMP_GUIDED;
    case RUNTIME:
    case RUNTIME_SIMD:
      return OFFGOMP_RUNTIME;
    default:
      return OFFGOMP_STATIC;
    }
}

/* Write SCHEDULE to LOOP.  A dynamic schedule without a chunk size has chunks
   of one iteration; other schedules may ignore the size.  */
static void
decode_schedule (struct offgomp_loop *loop, int32_t schedule)
{
  int32_t kind = schedule_kind (schedule);
  loop->ordered = kind >= ORDERED_FIRST && kind <= ORDERED_LAST;
  if (loop->ordered)
    kind -= ORDERED_OFFSET;
  loop->schedule = engine_schedule (kind);
  loop->monotonic = (schedule & MODIFIERS) != NONMONOTONIC;
  if (loop->schedule == OFFGOMP_STATIC && kind != STATIC_CHUNKED)
    loop->chunk = 0;
}

#define TYPE int32_t
#define SIGNED int32_t
#define NAME(prefix) prefix##_4
#include "loop.tmpl.h"

#define TYPE uint32_t
#define SIGNED int32_t
#define NAME(prefix) prefix##_4u
#include "loop.tmpl.h"

#define TYPE int64_t
#define SIGNED int64_t
#define NAME(prefix) prefix##_8
#include "loop.tmpl.h"

#define TYPE uint64_t
#define SIGNED int64_t
#define NAME(prefix) prefix##_8u
#include "loop.tmpl.h"

void
__kmpc_for_static_fini (struct ident *at, int32_t thread)
{
  (void)at;
  (void)thread;
  if (libomp_may_be_observed ())
    core.part_end ();
}

/* The last __kmpc_dispatch_next has left the loop already.  */
void
__kmpc_dispatch_deinit (struct ident *at, int32_t thread)
{
  (void)at;
  (void)thread;
}
