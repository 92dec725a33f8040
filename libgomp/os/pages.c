/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Whole pages of memory on Linux; see pages.h.  Owns no data.  */

#include "os/pages.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "os/os.h"

/* linux/mempolicy.h, which need not be installed.  */
#define POLICY_PREFERRED 1
#define POLICY_INTERLEAVE 3
#define FLAG_MEMS_ALLOWED 4

#define NODES_MAX 1024
#define WORD_BITS (8 * sizeof (unsigned long))

struct nodes
{
  unsigned long mask[NODES_MAX / WORD_BITS]; /* a bit for each */
  unsigned count;                            /* bits that are set */
};

static void
read_nodes (struct nodes *nodes)
{
  *nodes = (struct nodes){ .count = 0 };
  if (syscall (SYS_get_mempolicy, NULL, nodes->mask, (unsigned long)NODES_MAX,
               NULL, (unsigned long)FLAG_MEMS_ALLOWED)
      != 0)
    return;
  for (size_t i = 0; i < NODES_MAX / WORD_BITS; i++)
    nodes->count += (unsigned)__builtin_popcountl (nodes->mask[i]);
}

unsigned
os_memory_nodes (void)
{
  int saved = errno;
  struct nodes nodes;
  read_nodes (&nodes);
  errno = saved;
  return nodes.count > 0 ? nodes.count : 1;
}

static bool
bind_pages (char *pages, size_t size, int policy, const unsigned long *mask)
{
  return syscall (SYS_mbind, pages, size, policy, mask,
                  mask != NULL ? (unsigned long)NODES_MAX : 0ul, 0u)
         == 0;
}

/* Prefer NODE, but use others if it is full; if memory were bound to it, the
   program would be killed.  False if NODE has no memory that the process may
   use.  */
static bool
prefer_node (char *pages, size_t size, size_t node)
{
  unsigned long only[NODES_MAX / WORD_BITS] = { 0 };
  only[node / WORD_BITS] = 1ul << node % WORD_BITS;
  return bind_pages (pages, size, POLICY_PREFERRED, only);
}

/* Not the node of the thread that touches a page first: OpenMP requires the
   memory nearest to the allocating thread.  */
static void
bind_nearest (char *pages, size_t size)
{
  unsigned node;
  if (syscall (SYS_getcpu, NULL, &node, NULL) != 0 || node >= NODES_MAX
      || !prefer_node (pages, size, node))
    /* Without a node, memory is nearest to the thread that touches a page.  */
    bind_pages (pages, size, POLICY_PREFERRED, NULL);
}

/* Put part k of the pages on the k-th node.  */
static void
bind_blocks (char *pages, size_t size, const struct nodes *nodes)
{
  size_t page = os_page_size ();
  size_t pages_all = (size + page - 1) / page;
  size_t part = (pages_all + nodes->count - 1) / nodes->count * page;
  for (size_t node = 0; node < NODES_MAX && size > 0; node++)
    {
      unsigned long bit = 1ul << node % WORD_BITS;
      if ((nodes->mask[node / WORD_BITS] & bit) == 0)
        continue;
      size_t n = part < size ? part : size;
      prefer_node (pages, n, node);
      pages += n;
      size -= n;
    }
}

static void
apply_policy (char *pages, size_t size, enum os_numa_policy policy)
{
  struct nodes nodes;
  if (policy == OS_NUMA_ANYWHERE)
    return;
  read_nodes (&nodes);
  if (nodes.count == 0)
    return;
  if (policy == OS_NUMA_NEAREST)
    bind_nearest (pages, size);
  else if (policy == OS_NUMA_INTERLEAVED)
    bind_pages (pages, size, POLICY_INTERLEAVE, nodes.mask);
  else
    bind_blocks (pages, size, &nodes);
}

int
os_pages_alloc (size_t size, enum os_numa_policy policy, bool locked,
                void **pages)
{
  int saved = errno;
  int err = 0;
  void *p = mmap (NULL, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    err = errno;
  else
    apply_policy (p, size, policy);
  if (err == 0 && locked && mlock (p, size) != 0)
    {
      err = errno;
      munmap (p, size);
    }
  if (err == 0)
    *pages = p;
  errno = saved;
  return err;
}

void
os_pages_free (void *pages, size_t size)
{
  int saved = errno;
  munmap (pages, size);
  errno = saved;
}

/* Only the result matters, not what it stores about each page.  It needs one
   byte for each page.  */
bool
os_is_mapped (const void *start, size_t size)
{
  unsigned char resident[256];
  int saved = errno;
  size_t page = os_page_size (), step = page * sizeof (resident);
  uintptr_t from = (uintptr_t)start & ~(uintptr_t)(page - 1);
  uintptr_t end = (uintptr_t)start + size;
  bool mapped = true;
  for (; from < end && mapped; from += step)
    mapped = mincore ((void *)from, end - from < step ? end - from : step,
                      resident)
             == 0;
  errno = saved;
  return mapped;
}

const void *
os_first_resident (const void *start, size_t size)
{
  unsigned char resident[4096];
  int saved = errno;
  size_t page = os_page_size (), step = page * sizeof (resident);
  uintptr_t from = (uintptr_t)start & ~(uintptr_t)(page - 1);
  uintptr_t end = (uintptr_t)start + size;
  const void *first = (const void *)end;
  for (; from < end && first == (const void *)end; from += step)
    {
      size_t length = end - from < step ? end - from : step;
      if (mincore ((void *)from, length, resident) != 0)
        first = start;
      else
        for (size_t i = 0; i * page < length; i++)
          if ((resident[i] & 1) != 0)
            {
              first = (const void *)(from + i * page);
              break;
            }
    }
  errno = saved;
  return first > start ? first : start;
}
