/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Blocks of the host's heap, for the mapping checker: how many bytes are there
   behind a pointer?  See check.h.

   Host code that was compiled with -DOFFLOAD_EMUL_CHECK reports what it
   allocates and frees.  Other code may free a block, or enlarge it, without a
   report.  Allocators keep a block's size and state in the word before it: if
   that word has changed, the block is no longer known.  Its lowest bits are
   about the neighbours.

   A range tree has the blocks that are known.  gomp_check_lock protects
   everything.  */

#include "offload/check/check_internal.h"

#include "base/mem.h"
#include "offload/map/tree.h"
#include "os/memory.h"

#define NEIGHBOUR_BITS UINT64_C (7)

struct block
{
  struct gomp_tree_range range; /* first: found by its address */
  uint64_t word;                /* before it, when it was new */
  const char *location;         /* "FILE:LINE<tab>", of the allocation */
};

static struct gomp_tree blocks;
static bool has_tree;

/* False: it cannot be read.  */
static bool
read_word (uintptr_t start, uint64_t *word)
{
  if (os_try_read (start - sizeof (*word), word, sizeof (*word)) != 0)
    return false;
  *word &= ~NEIGHBOUR_BITS;
  return true;
}

/* Only GOMP_CHECK_LOCK's holder looks at ranges, so none is in use after
   this.  */
static void
drop (struct block *b)
{
  gomp_tree_remove (&blocks, &b->range);
  gomp_free (b);
}

static void
drop_overlapping (uintptr_t start, uintptr_t end)
{
  struct gomp_tree_range *r;
  while ((r = gomp_tree_find_locked (&blocks, start, end)) != NULL)
    drop ((struct block *)r);
}

/* Without memory the block stays unknown.  */
static void
record (uintptr_t start, size_t size, uint64_t word, const char *location)
{
  struct block *b = gomp_alloc (sizeof (*b));
  if (b == NULL)
    return;
  atomic_init (&b->range.start, start);
  atomic_init (&b->range.end, start + size);
  b->word = word;
  b->location = location;
  if (!gomp_tree_insert (&blocks, &b->range))
    gomp_free (b);
}

void
gomp_check_block_made (uintptr_t start, size_t size, const char *location)
{
  uint64_t word;
  if (size == 0 || !gomp_size_fits_at (start, size))
    return;
  bool readable = read_word (start, &word);
  gomp_mutex_lock (&gomp_check_lock);
  if (!has_tree)
    has_tree = gomp_tree_init (&blocks);
  if (has_tree)
    {
      drop_overlapping (start, start + size);
      if (readable)
        record (start, size, word, location);
    }
  gomp_mutex_unlock (&gomp_check_lock);
}

static struct block *
find (uintptr_t address)
{
  return !has_tree ? NULL
                   : (struct block *)gomp_tree_find_locked (&blocks, address,
                                                            address + 1);
}

void
gomp_check_block_ended (uintptr_t start)
{
  gomp_mutex_lock (&gomp_check_lock);
  struct block *b = find (start);
  if (b != NULL && gomp_tree_start (&b->range) == start)
    drop (b);
  gomp_mutex_unlock (&gomp_check_lock);
}

size_t
gomp_check_block_room (uintptr_t host, const char **location)
{
  uint64_t word;
  struct block *b = find (host);
  if (b == NULL)
    return SIZE_MAX;
  if (!read_word (gomp_tree_start (&b->range), &word) || word != b->word)
    {
      drop (b);
      return SIZE_MAX;
    }
  *location = b->location;
  return gomp_tree_end (&b->range) - host;
}
