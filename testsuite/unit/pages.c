/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Whole pages: zeroed and usable with every placement, on one NUMA node too;
   what cannot be had is told and leaves nothing.  */

#include "os/pages.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "os/os.h"

#include "check.h"

static void
placements (void)
{
  size_t page = os_page_size ();
  for (int how = OS_PLACE_ANYWHERE; how <= OS_PLACE_INTERLEAVED; how++)
    for (size_t size = 1; size < 100 * page; size = size * 5 + page)
      {
        void *pages;
        errno = 77;
        CHECK (os_pages_alloc (size, (enum os_placement)how, false, &pages)
               == 0);
        CHECK (errno == 77 && (uintptr_t)pages % page == 0);
        char *byte = pages;
        CHECK (byte[0] == 0 && byte[size - 1] == 0);
        memset (pages, 1, size);
        os_pages_free (pages, size);
      }
  CHECK (os_memory_nodes () >= 1);
}

static void
exhausted (void)
{
  void *pages = &pages;
  CHECK (os_pages_alloc (SIZE_MAX / 4, OS_PLACE_BLOCKED, false, &pages) != 0);
  CHECK (pages == &pages);
}

int
main (void)
{
  RUN (placements);
  RUN (exhausted);
  return check_done ();
}
