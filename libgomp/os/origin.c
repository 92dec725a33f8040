/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Whether the process has forked; see origin.h.  Owns the word, a page of its
   own once it is watched; any thread.  */

#include "os/origin.h"

#include <stddef.h>

#include "os/memory.h"
#include "os/os.h"

static atomic_uint unwatched = 1;
_Atomic (atomic_uint *) os_origin = &unwatched;

void
os_origin_watch (void)
{
  void *page;
  size_t size = os_page_size ();
  if (atomic_load (&os_origin) != &unwatched
      || os_sparse_map (size, &page) != 0)
    return;
  if (os_wipe_on_fork (page, size) != 0)
    {
      os_unmap (page, size);
      return;
    }
  atomic_init ((atomic_uint *)page, 1);
  /* Release: pairs with the acquire in os_origin_lost.  Another thread may have
     been quicker, and its word may be in use.  */
  atomic_uint *expected = &unwatched;
  if (!atomic_compare_exchange_strong_explicit (&os_origin, &expected, page,
                                                memory_order_release,
                                                memory_order_relaxed))
    os_unmap (page, size);
}

void
os_origin_renew (void)
{
  atomic_store (atomic_load (&os_origin), 1);
}
