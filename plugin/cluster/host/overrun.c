/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What regions have written in zones beside their data.

   Owns `overrun' and `overruns' of a device; its lock guards them.  The thread
   that receives adds a range before it completes the region, and then the
   thread that ends the region's construct takes it.  */

#include "remote.h"

void
cluster_overrun_add (struct cluster_device *d, struct cluster_range range)
{
  gomp_mutex_lock (&d->lock);
  unsigned count = atomic_load_explicit (&d->overruns, memory_order_relaxed);
  if (count < CLUSTER_OVERRUNS)
    {
      d->overrun[count] = range;
      /* Pairs with the load in cluster_overrun_is_known.  */
      atomic_store_explicit (&d->overruns, count + 1, memory_order_relaxed);
    }
  gomp_mutex_unlock (&d->lock);
}

static bool
is_inside (const struct cluster_range *range, uint64_t start, uint64_t size)
{
  return range->start >= start && range->size > 0 && range->size <= size
         && range->start - start <= size - range->size;
}

bool
cluster_overrun_is_known (struct cluster_device *d)
{
  /* Pairs with the store in cluster_overrun_add, which the completion of the
     region orders before this.  */
  return atomic_load_explicit (&d->overruns, memory_order_relaxed) > 0;
}

bool
cluster_overrun_take (struct cluster_device *d, uint64_t start, uint64_t size,
                      struct cluster_range *range)
{
  bool found = false;
  gomp_mutex_lock (&d->lock);
  unsigned count = atomic_load_explicit (&d->overruns, memory_order_relaxed);
  for (unsigned i = 0; i < count && !found; i++)
    {
      *range = d->overrun[i];
      found = is_inside (range, start, size);
      if (found)
        d->overrun[i] = d->overrun[count - 1];
    }
  atomic_store_explicit (&d->overruns, count - found, memory_order_relaxed);
  gomp_mutex_unlock (&d->lock);
  return found;
}
