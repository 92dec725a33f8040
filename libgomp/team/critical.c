/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The process-wide locks of constructs; see critical.h.

   Each team of a league is a contention group.  The threads of all teams use
   the same lock, but ThreadSanitizer hears of another object for each team.  */

#include "team/critical.h"

#include <stdint.h>

#include "team/self.h"

struct gomp_critical gomp_critical;

/* An entry of this table is all that ThreadSanitizer hears of a lock in a team.
   Two that share an entry hide races, and report none.  */
#define CLOCKS 4096
static uint64_t clocks[CLOCKS];

/* The constant spreads the numbers of teams over the table.  */
static const void *
object_of (const struct gomp_owned_lock *lock)
{
  const struct gomp_thread *self = gomp_self ();
  if (self->outside_fiber == NULL)
    return lock;
  return &clocks[((uintptr_t)lock / sizeof (*lock)
                  + self->team_num * 2654435761u)
                 % CLOCKS];
}

void
gomp_critical_acquired_tsan (const struct gomp_owned_lock *lock)
{
  gomp_tsan_acquire (object_of (lock));
}

void
gomp_critical_released_tsan (const struct gomp_owned_lock *lock)
{
  gomp_tsan_release (object_of (lock));
}
