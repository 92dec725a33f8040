/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Whole pages: zeroed and usable with every placement, also on a single NUMA
   node.  What cannot be had is reported and leaves nothing behind.  */

#define _GNU_SOURCE 1
#include "os/pages.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "os/os.h"

#include "check.h"

static void
placements (void)
{
  size_t page = os_page_size ();
  for (int how = OS_NUMA_ANYWHERE; how <= OS_NUMA_INTERLEAVED; how++)
    for (size_t size = 1; size < 100 * page; size = size * 5 + page)
      {
        void *pages;
        errno = 77;
        EXPECT (os_pages_alloc (size, (enum os_numa_policy)how, false, &pages)
                == 0);
        EXPECT (errno == 77 && (uintptr_t)pages % page == 0);
        char *byte = pages;
        EXPECT (byte[0] == 0 && byte[size - 1] == 0);
        memset (pages, 1, size);
        os_pages_free (pages, size);
      }
  EXPECT (os_memory_nodes () >= 1);
}

/* Memory that is bound to a node ends the program when the node is full.  */
static void
never_bound_to_a_node (void)
{
  enum
  {
    BIND = 2,
    OF_ADDRESS = 2
  };
  for (int how = OS_NUMA_ANYWHERE; how <= OS_NUMA_INTERLEAVED; how++)
    {
      void *pages;
      int policy = -1;
      size_t size = 16 * os_page_size ();
      EXPECT (os_pages_alloc (size, (enum os_numa_policy)how, false, &pages)
              == 0);
      syscall (SYS_get_mempolicy, &policy, NULL, 0ul, pages,
               (unsigned long)OF_ADDRESS);
      EXPECT (policy != BIND);
      os_pages_free (pages, size);
    }
}

static void
exhausted (void)
{
  void *pages = &pages;
  EXPECT (os_pages_alloc (SIZE_MAX / 8 * 7, OS_NUMA_BLOCKED, false, &pages)
          != 0);
  EXPECT (pages == &pages);
}

/* From the first page that was written on, in ranges of several lengths, which
   need not begin or end with a page.  */
static void
first_resident (void)
{
  size_t page = os_page_size (), count = 9000;
  void *pages;
  EXPECT (os_pages_alloc (count * page, OS_NUMA_ANYWHERE, false, &pages) == 0);
  char *start = pages, *end = start + count * page;
  EXPECT (os_first_resident (start, count * page) == end);
  for (size_t i = count - 1; i > 0; i /= 2)
    {
      start[i * page + 7] = 1;
      const char *first = os_first_resident (start, count * page);
      EXPECT (first <= start + i * page && os_is_mapped (start, page));
      EXPECT (first == start + i * page || i * page < (size_t)4 << 20
              || first > start + i * page - ((size_t)4 << 20));
      EXPECT (os_first_resident (start + i * page + 5, 1)
              == start + i * page + 5);
    }
  os_pages_free (pages, count * page);
  EXPECT (os_first_resident (start, page) == start);
}

int
main (void)
{
  RUN (first_resident);
  RUN (placements);
  RUN (never_bound_to_a_node);
  RUN (exhausted);
  return check_done ();
}
