/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entry points of sections (OpenMP 5.1 section 2.10.1): a loop over the
   section numbers 1 .. count, one at a time in order.  Any thread of the
   team.  */

#include "abi/gomp_region.h"
#include "abi/gomp_team.h"
#include "team/loop.h"
#include "team/team.h"

static struct gomp_loop
sections_of (unsigned count)
{
  return (struct gomp_loop){ .count = count,
                             .start = 1,
                             .step = 1,
                             .end = (uint64_t)count + 1,
                             .chunk = 1,
                             .schedule = GOMP_SCHEDULE_DYNAMIC,
                             .monotonic = true,
                             .unit = true };
}

static SPECIALIZED unsigned
next_section (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  uint64_t section, end;
  if (unlikely (self == NULL))
    return gomp_section_next_observed (__builtin_return_address (0));
  return gomp_loop_next (self, &section, &end) ? (unsigned)section : 0;
}

unsigned
GOMP_sections_next (void)
{
  return next_section ();
}

unsigned
GOMP_sections_start (unsigned count)
{
  const struct gomp_loop loop = sections_of (count);
  gomp_abi_loop_start (&loop);
  return next_section ();
}

unsigned
GOMP_sections2_start (unsigned count, uintptr_t *reductions, void **mem)
{
  struct gomp_loop loop = sections_of (count);
  loop.reductions = reductions;
  loop.mem = mem;
  gomp_abi_loop_start (&loop);
  return next_section ();
}

void
GOMP_sections_end (void)
{
  gomp_abi_loop_end ();
}

void
GOMP_sections_end_nowait (void)
{
  gomp_abi_loop_end_nowait ();
}

bool
GOMP_sections_end_cancel (void)
{
  return gomp_abi_loop_end ();
}

void
GOMP_parallel_sections (void (*fn) (void *), void *data, unsigned num_threads,
                        unsigned count, unsigned flags)
{
  const struct gomp_loop loop = sections_of (count);
  const struct gomp_team_request req = { .fn = fn,
                                         .data = data,
                                         .nthreads = num_threads,
                                         .cap = count,
                                         .bind = GOMP_PARALLEL_BIND (flags),
                                         .prepare = gomp_loop_prepare,
                                         .prepare_arg = &loop };
  gomp_abi_region_run (&req);
}

void
GOMP_parallel_sections_start (void (*fn) (void *), void *data,
                              unsigned num_threads, unsigned count)
{
  const struct gomp_loop loop = sections_of (count);
  const struct gomp_team_request req = { .fn = fn,
                                         .data = data,
                                         .nthreads = num_threads,
                                         .cap = count,
                                         .prepare = gomp_loop_prepare,
                                         .prepare_arg = &loop };
  gomp_abi_region_start (&req);
}
