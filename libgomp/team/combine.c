/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reductions by pairs; see combine.h.  A thread that comes leaves its results
   in the team's word `partial'.  If others are there, it takes them, adds them
   to its own, and comes again.  So pairs are combined at the same time, in a
   tree whose shape follows from when threads come, and nobody waits.  The
   results are complete where those of all threads are.

   The word is NULL whenever no thread is in here: the thread that has all
   results found it so last, or was alone.

   Model: testsuite/models/combine.pml  */

#include "team/combine.h"

#include <stdatomic.h>
#include <stddef.h>

#include "base/tsan.h"
#include "team/self.h"
#include "team/team.h"

bool
gomp_team_combine (struct gomp_thread *self, struct gomp_partial *own,
                   void (*combine) (void *into, void *from))
{
  struct gomp_team *team = self->team;
  unsigned threads = gomp_team_num_threads (self);
  while (own->threads < threads)
    {
      struct gomp_partial *other = NULL;
      gomp_tsan_release (own);
      /* Release: pairs with the exchange below.  */
      if (atomic_compare_exchange_strong_explicit (&team->partial, &other, own,
                                                   memory_order_release,
                                                   memory_order_relaxed))
        return false;
      /* Acquire: pairs with the release above.  */
      other = atomic_exchange_explicit (&team->partial, NULL,
                                        memory_order_acquire);
      if (other == NULL)
        continue;
      gomp_tsan_acquire (other);
      combine (own->list, other->list);
      own->threads += other->threads;
    }
  return true;
}
