/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finds the table of libgomp.so.1 when this library is loaded, before any code
   that was linked with it runs.  */

#include <stdatomic.h>

#include "core_table.h"
#include "kmp_env.h"
#include "libomp.h"
#include "routines.h"

struct offgomp_core core;
_Atomic intptr_t libomp_distance;

static __attribute__ ((constructor (101))) void
find_core (void)
{
  void *handle;
  core = *(const struct offgomp_core *)core_table_find (
      OFFGOMP_CORE, sizeof (core), "libomp.so.5", "threads", &handle);
  core.share_distance (&libomp_distance);
  libomp_find_routines (handle);
  libomp_kmp_read ();
}

struct offgomp_thread *
libomp_find_thread (void)
{
  return core.thread_data ();
}

static atomic_int last_number;

int32_t
libomp_number_thread (struct offgomp_thread *me)
{
  /* Relaxed: only the value matters.  */
  me->number
      = atomic_fetch_add_explicit (&last_number, 1, memory_order_relaxed) + 1;
  return me->number - 1;
}

int
libomp_known_threads (void)
{
  /* Relaxed: may have changed when the caller looks at it, anyway.  */
  return atomic_load_explicit (&last_number, memory_order_relaxed);
}
