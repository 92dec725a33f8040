/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Allocation of device memory; see arena.h.

   Small blocks (to 8 KiB) come from slabs: 16 pages of blocks of one size, with
   a bit for each block.  Slabs and large blocks come from runs of pages.  Free
   runs are kept in two-level segregated lists, found with two bit scans (M.
   Masmano et al., "TLSF: a new dynamic memory allocator for real-time systems",
   2004); neighbours are merged through the entries of a run's first and last
   page.

   All state is outside of the arena, so a region cannot spoil it: a table with
   an entry for each page, and a table of slabs.  Both are touched only as far
   as they are used.  Runs are split from their low end, so the arena fills from
   0, and its accessible part grows in few, ever larger steps, by a call of its
   owner's function.

   One mutex for each device protects all of it.  The critical sections are
   bounded and make a system call only to grow the accessible part.  */

#include "host/arena.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "os/memory.h"
#include "sync/mutex.h"

#define SLAB_PAGES 16u
#define SLAB_BYTES (SLAB_PAGES * X86EMUL_PAGE_SIZE)
#define SLAB_MAX_BLOCKS (SLAB_BYTES / 64)
#define SLAB_WORDS (SLAB_MAX_BLOCKS / 64)
#define SIZE_CLASSES 28
#define SECOND_LEVEL 16u
#define FIRST_LEVEL 29u
#define NONE UINT32_MAX
#define GROW_MIN (1ull << 20)

enum page_kind
{
  PAGE_INNER, /* not the first or last of a run: says nothing */
  PAGE_FREE,  /* first or last page of a free run */
  PAGE_USED,  /* first page of a large block */
  PAGE_END,   /* last page of a large block of several, or the table's ends */
  PAGE_SLAB   /* every page of a slab */
};

struct page
{
  uint32_t kind;   /* enum page_kind */
  uint32_t length; /* pages of the run; of a slab: its number */
  uint32_t prev;   /* first page of a free run: the run before in its list */
  uint32_t next;   /* likewise: the run after */
};

struct slab
{
  uint32_t first_page;       /* of its run */
  uint32_t size_class;       /* index in class_sizes */
  uint32_t free_count;       /* blocks that are free */
  uint32_t free_words;       /* bit i: bits[i] is not 0 */
  uint32_t prev;             /* slabs of the class that have free blocks */
  uint32_t next;             /* likewise; or next unused slab entry */
  uint64_t bits[SLAB_WORDS]; /* bit set: block is free */
};

struct x86emul_arena
{
  struct gomp_mutex lock;           /* guards everything below */
  x86emul_arena_grow *grow;         /* makes memory accessible, or NULL */
  void *backing;                    /* its argument */
  uint64_t size;                    /* bytes that may be handed out */
  _Atomic uint64_t backed;          /* bytes that can be accessed */
  uint64_t used;                    /* bytes handed out, in whole pages */
  struct page *pages;               /* one a page, sparse */
  uint64_t page_table_size;         /* bytes mapped for it */
  struct slab *slabs;               /* sparse */
  uint64_t slab_table_size;         /* bytes mapped for it */
  uint32_t slab_count;              /* entries ever used */
  uint32_t unused_slab;             /* list of entries to use again */
  uint32_t partial[SIZE_CLASSES];   /* slabs with free blocks */
  uint32_t first_map;               /* bit: some list of the row has runs */
  uint32_t second_map[FIRST_LEVEL]; /* bit: the list has runs */
  uint32_t runs[FIRST_LEVEL][SECOND_LEVEL]; /* lists of free runs */
};

static const uint16_t class_sizes[SIZE_CLASSES]
    = { 64,   128,  192,  256,  320,  384,  448,  512,  576,  640,
        704,  768,  832,  896,  960,  1024, 1280, 1536, 1792, 2048,
        2560, 3072, 3584, 4096, 5120, 6144, 7168, 8192 };

static unsigned
log2_floor (uint64_t v)
{
  return 63u - (unsigned)__builtin_clzll (v);
}

/* The class of a size: up to 1024 in steps of 64, then four classes for each
   doubling.  */
static unsigned
class_of (uint64_t size)
{
  if (size <= 1024)
    return size == 0 ? 0 : (unsigned)((size - 1) / 64);
  unsigned e = log2_floor (size - 1);
  return 16 + (e - 10) * 4 + (unsigned)(((size - 1) >> (e - 2)) & 3);
}

static unsigned
class_blocks (unsigned size_class)
{
  return SLAB_BYTES / class_sizes[size_class];
}

/* Lists of free runs.  */

static void
list_of (uint64_t pages, unsigned *row, unsigned *column)
{
  if (pages < SECOND_LEVEL)
    {
      *row = 0;
      *column = (unsigned)pages;
      return;
    }
  unsigned e = log2_floor (pages);
  *row = e - 3;
  *column = (unsigned)(pages >> (e - 4)) & (SECOND_LEVEL - 1);
}

/* Set the entries of a run's first and last page; in a run of one page the
   first prevails.  */
static void
mark_run (struct x86emul_arena *a, uint32_t first, uint32_t length,
          enum page_kind at_first, enum page_kind at_last)
{
  a->pages[first + length - 1].kind = at_last;
  a->pages[first + length - 1].length = length;
  a->pages[first].kind = at_first;
  a->pages[first].length = length;
}

static void
insert_run (struct x86emul_arena *a, uint32_t first, uint32_t length)
{
  unsigned row;
  unsigned column;
  list_of (length, &row, &column);
  mark_run (a, first, length, PAGE_FREE, PAGE_FREE);
  uint32_t head = a->runs[row][column];
  a->pages[first].prev = NONE;
  a->pages[first].next = head;
  if (head != NONE)
    a->pages[head].prev = first;
  a->runs[row][column] = first;
  a->first_map |= 1u << row;
  a->second_map[row] |= 1u << column;
}

static void
remove_run (struct x86emul_arena *a, uint32_t first)
{
  unsigned row;
  unsigned column;
  list_of (a->pages[first].length, &row, &column);
  uint32_t prev = a->pages[first].prev;
  uint32_t next = a->pages[first].next;
  if (next != NONE)
    a->pages[next].prev = prev;
  if (prev != NONE)
    a->pages[prev].next = next;
  else
    a->runs[row][column] = next;
  if (a->runs[row][column] == NONE)
    {
      a->second_map[row] &= ~(1u << column);
      if (a->second_map[row] == 0)
        a->first_map &= ~(1u << row);
    }
}

/* Find a run in a list whose runs are all long enough.  */
static uint32_t
find_run_above (struct x86emul_arena *a, uint64_t pages)
{
  unsigned row;
  unsigned column;
  if (pages >= SECOND_LEVEL)
    pages += (1ull << (log2_floor (pages) - 4)) - 1;
  list_of (pages, &row, &column);
  if (row >= FIRST_LEVEL)
    return NONE;
  uint32_t columns = a->second_map[row] & (~0u << column);
  if (columns == 0)
    {
      uint32_t rows = row + 1 < 32 ? a->first_map & (~0u << (row + 1)) : 0;
      if (rows == 0)
        return NONE;
      row = (unsigned)__builtin_ctz (rows);
      columns = a->second_map[row];
    }
  return a->runs[row][__builtin_ctz (columns)];
}

/* The last resort: look through the list in which only some runs are long
   enough.  */
static uint32_t
find_run_among (struct x86emul_arena *a, uint64_t pages)
{
  unsigned row;
  unsigned column;
  list_of (pages, &row, &column);
  if (row >= FIRST_LEVEL)
    return NONE;
  uint32_t first = a->runs[row][column];
  while (first != NONE && a->pages[first].length < pages)
    first = a->pages[first].next;
  return first;
}

/* Memory up to TO is about to be used.  */
static enum gomp_status
open_memory (struct x86emul_arena *a, uint64_t from, uint64_t to)
{
  enum gomp_status status
      = to > from && a->grow != NULL ? a->grow (a->backing, from, to) : GOMP_OK;
  if (status != GOMP_OK)
    return status;
  /* Release: pairs with the acquire in x86emul_arena_backed.  */
  atomic_store_explicit (&a->backed, to, memory_order_release);
  return GOMP_OK;
}

static bool
back_memory (struct x86emul_arena *a, uint64_t end)
{
  uint64_t backed = atomic_load_explicit (&a->backed, memory_order_relaxed);
  if (end <= backed)
    return true;
  uint64_t want = backed + (backed / 8 > GROW_MIN ? backed / 8 : GROW_MIN);
  if (want < end)
    want = end;
  want = (want + GROW_MIN - 1) & ~(GROW_MIN - 1);
  if (want > a->size)
    want = a->size;
  return open_memory (a, backed, want) == GOMP_OK;
}

static void
record_exhausted (const struct x86emul_arena *a, uint64_t size)
{
  gomp_error_set (GOMP_ERR_NOMEM,
                  "device memory is exhausted: %llu bytes asked for, %llu of "
                  "%llu bytes in use",
                  (unsigned long long)size, (unsigned long long)a->used,
                  (unsigned long long)a->size);
}

void
x86emul_arena_hint (bool limited)
{
  if (limited)
    gomp_error_hint ("raise the limit of file sizes (ulimit -f), which device "
                     "memory counts for");
  else
    gomp_error_hint (
        "raise OFFLOAD_EMUL_MEM, the size of device memory (bytes, "
        "or with a suffix K, M, G or T)");
}

/* Take a run of PAGES pages; NONE: the error is recorded.  ASKED is the size in
   that message.  */
static uint32_t
take_run (struct x86emul_arena *a, uint64_t pages, uint64_t asked)
{
  uint32_t first = find_run_above (a, pages);
  if (first == NONE)
    first = find_run_among (a, pages);
  if (first == NONE)
    {
      record_exhausted (a, asked);
      return NONE;
    }
  if (!back_memory (a, (first + pages) * X86EMUL_PAGE_SIZE))
    return NONE;
  uint32_t length = a->pages[first].length;
  remove_run (a, first);
  if (length > pages)
    insert_run (a, first + (uint32_t)pages, length - (uint32_t)pages);
  a->used += pages * X86EMUL_PAGE_SIZE;
  return first;
}

/* Free a run: merge it with its free neighbours.  The table has an entry before
   the first and one after the last page, both PAGE_END.  */
static void
give_run (struct x86emul_arena *a, uint32_t first, uint32_t length)
{
  a->used -= (uint64_t)length * X86EMUL_PAGE_SIZE;
  const struct page *before = &a->pages[first] - 1;
  if (before->kind == PAGE_FREE)
    {
      length += before->length;
      first -= before->length;
      remove_run (a, first);
    }
  const struct page *after = &a->pages[first + length];
  if (after->kind == PAGE_FREE)
    {
      uint32_t more = after->length;
      remove_run (a, first + length);
      length += more;
    }
  insert_run (a, first, length);
}

/* Slabs.  */

static void
push_partial (struct x86emul_arena *a, uint32_t number)
{
  struct slab *s = &a->slabs[number];
  uint32_t head = a->partial[s->size_class];
  s->prev = NONE;
  s->next = head;
  if (head != NONE)
    a->slabs[head].prev = number;
  a->partial[s->size_class] = number;
}

static void
unlink_partial (struct x86emul_arena *a, uint32_t number)
{
  const struct slab *s = &a->slabs[number];
  if (s->next != NONE)
    a->slabs[s->next].prev = s->prev;
  if (s->prev != NONE)
    a->slabs[s->prev].next = s->next;
  else
    a->partial[s->size_class] = s->next;
}

static uint32_t
take_slab_entry (struct x86emul_arena *a)
{
  uint32_t number = a->unused_slab;
  if (number != NONE)
    a->unused_slab = a->slabs[number].next;
  else
    number = a->slab_count++;
  return number;
}

static void
init_slab (struct slab *s, uint32_t first, unsigned size_class)
{
  unsigned blocks = class_blocks (size_class);
  s->first_page = first;
  s->size_class = size_class;
  s->free_count = blocks;
  s->free_words = 0;
  memset (s->bits, 0, sizeof (s->bits));
  for (unsigned i = 0; i * 64 < blocks; i++)
    {
      unsigned left = blocks - i * 64;
      s->bits[i] = left >= 64 ? ~0ull : (1ull << left) - 1;
      s->free_words |= 1u << i;
    }
}

static uint32_t
new_slab (struct x86emul_arena *a, unsigned size_class, uint64_t asked)
{
  uint32_t first = take_run (a, SLAB_PAGES, asked);
  if (first == NONE)
    return NONE;
  uint32_t number = take_slab_entry (a);
  for (uint32_t i = 0; i < SLAB_PAGES; i++)
    {
      a->pages[first + i].kind = PAGE_SLAB;
      a->pages[first + i].length = number;
    }
  init_slab (&a->slabs[number], first, size_class);
  push_partial (a, number);
  return number;
}

static void
drop_slab (struct x86emul_arena *a, uint32_t number)
{
  struct slab *s = &a->slabs[number];
  unlink_partial (a, number);
  for (uint32_t i = 0; i < SLAB_PAGES; i++)
    a->pages[s->first_page + i].kind = PAGE_INNER;
  give_run (a, s->first_page, SLAB_PAGES);
  s->next = a->unused_slab;
  a->unused_slab = number;
}

static uint64_t
take_block (struct x86emul_arena *a, unsigned size_class, uint64_t asked)
{
  uint32_t number = a->partial[size_class];
  if (unlikely (number == NONE))
    {
      number = new_slab (a, size_class, asked);
      if (number == NONE)
        return X86EMUL_NO_OFFSET;
    }
  struct slab *s = &a->slabs[number];
  unsigned word = (unsigned)__builtin_ctz (s->free_words);
  unsigned bit = (unsigned)__builtin_ctzll (s->bits[word]);
  s->bits[word] &= s->bits[word] - 1;
  if (s->bits[word] == 0)
    s->free_words &= s->free_words - 1;
  if (--s->free_count == 0)
    unlink_partial (a, number);
  return (uint64_t)s->first_page * X86EMUL_PAGE_SIZE
         + (uint64_t)(word * 64 + bit) * class_sizes[size_class];
}

/* Free a block; false: there is none at OFFSET.  An empty slab is kept if no
   other slab of its class has free blocks, so that a program which frees and
   allocates one block in turn does not free and make the slab each time.  */
static bool
give_block (struct x86emul_arena *a, uint32_t number, uint64_t offset)
{
  struct slab *s = &a->slabs[number];
  uint32_t size = class_sizes[s->size_class];
  uint32_t inside
      = (uint32_t)(offset - (uint64_t)s->first_page * X86EMUL_PAGE_SIZE);
  uint32_t block = inside / size;
  if (inside % size != 0 || block >= class_blocks (s->size_class))
    return false;
  uint64_t mask = 1ull << (block % 64);
  if (s->bits[block / 64] & mask)
    return false;
  s->bits[block / 64] |= mask;
  s->free_words |= 1u << (block / 64);
  if (s->free_count++ == 0)
    push_partial (a, number);
  else if (s->free_count == class_blocks (s->size_class)
           && (s->prev != NONE || s->next != NONE))
    drop_slab (a, number);
  return true;
}

/* Checks.  */

static bool
slab_is_valid (const struct x86emul_arena *a, uint32_t first)
{
  const struct slab *s = &a->slabs[a->pages[first].length];
  unsigned free_blocks = 0;
  for (unsigned i = 0; i < SLAB_WORDS; i++)
    {
      free_blocks += (unsigned)__builtin_popcountll (s->bits[i]);
      if ((s->bits[i] != 0) != ((s->free_words >> i) & 1))
        return false;
    }
  return s->first_page == first && s->free_count == free_blocks;
}

/* Pages of the run that starts at FIRST; 0: its entries disagree.  */
static uint32_t
checked_run (const struct x86emul_arena *a, uint32_t first)
{
  const struct page *p = &a->pages[first];
  if (p->kind == PAGE_SLAB)
    return slab_is_valid (a, first) ? SLAB_PAGES : 0;
  uint32_t length = p->length;
  if ((p->kind != PAGE_FREE && p->kind != PAGE_USED) || length == 0
      || (uint64_t)first + length > a->size / X86EMUL_PAGE_SIZE
      || p[length - 1].length != length)
    return 0;
  return length;
}

static bool
check_runs (const struct x86emul_arena *a)
{
  uint64_t count = a->size / X86EMUL_PAGE_SIZE;
  uint64_t used = 0;
  bool after_free = false;
  for (uint64_t i = 0; i < count;)
    {
      uint32_t length = checked_run (a, (uint32_t)i);
      bool is_free = a->pages[i].kind == PAGE_FREE;
      if (length == 0 || (is_free && after_free))
        return false;
      used += is_free ? 0 : (uint64_t)length * X86EMUL_PAGE_SIZE;
      after_free = is_free;
      i += length;
    }
  return used == a->used;
}

/* For invariants, with the lock held: are the tables sound?  Large arenas are
   not looked at, since that would take too long.  */
static inline bool
is_sound (const struct x86emul_arena *a)
{
  return a->used > ((uint64_t)16 << 20) || check_runs (a);
}

/* The interface.  */

uint64_t
x86emul_arena_alloc_pages (struct x86emul_arena *a, uint64_t size)
{
  /* A block without bytes, too, has an address of its own.  */
  uint64_t bytes = size + (size == 0);
  uint64_t pages = bytes / X86EMUL_PAGE_SIZE + (bytes % X86EMUL_PAGE_SIZE != 0);
  gomp_mutex_lock (&a->lock);
  uint32_t first = take_run (a, pages, size);
  if (first != NONE)
    mark_run (a, first, (uint32_t)pages, PAGE_USED, PAGE_END);
  gomp_invariant (is_sound (a), "an arena with %lu bytes in use after %lu more",
                  (unsigned long)a->used, (unsigned long)size);
  gomp_mutex_unlock (&a->lock);
  return first == NONE ? X86EMUL_NO_OFFSET
                       : (uint64_t)first * X86EMUL_PAGE_SIZE;
}

uint64_t
x86emul_arena_alloc (struct x86emul_arena *a, uint64_t size)
{
  if (size > X86EMUL_SMALL_MAX)
    return x86emul_arena_alloc_pages (a, size);
  unsigned size_class = class_of (size);
  gomp_mutex_lock (&a->lock);
  uint64_t offset = take_block (a, size_class, size);
  gomp_invariant (is_sound (a), "an arena with %lu bytes in use after %lu more",
                  (unsigned long)a->used, (unsigned long)size);
  gomp_mutex_unlock (&a->lock);
  return offset;
}

static bool
give_offset (struct x86emul_arena *a, uint64_t offset)
{
  if (offset >= a->size)
    return false;
  uint32_t first = (uint32_t)(offset / X86EMUL_PAGE_SIZE);
  struct page *p = &a->pages[first];
  if (p->kind == PAGE_SLAB)
    return give_block (a, p->length, offset);
  if (p->kind != PAGE_USED || offset % X86EMUL_PAGE_SIZE != 0)
    return false;
  uint32_t length = p->length;
  mark_run (a, first, length, PAGE_INNER, PAGE_INNER);
  give_run (a, first, length);
  return true;
}

bool
x86emul_arena_free (struct x86emul_arena *a, uint64_t offset)
{
  gomp_mutex_lock (&a->lock);
  bool ok = give_offset (a, offset);
  gomp_invariant (is_sound (a), "an arena with %lu bytes in use after a free",
                  (unsigned long)a->used);
  gomp_mutex_unlock (&a->lock);
  return ok;
}

/* Takes no lock: the entries of a block that is in use do not change.  */
uint64_t
x86emul_arena_large (const struct x86emul_arena *a, uint64_t offset)
{
  if (offset >= a->size || offset % X86EMUL_PAGE_SIZE != 0)
    return 0;
  const struct page *p = &a->pages[offset / X86EMUL_PAGE_SIZE];
  return p->kind == PAGE_USED ? (uint64_t)p->length * X86EMUL_PAGE_SIZE : 0;
}

uint64_t
x86emul_arena_block_size (const struct x86emul_arena *a, uint64_t offset)
{
  if (offset >= a->size)
    return 0;
  const struct page *p = &a->pages[offset / X86EMUL_PAGE_SIZE];
  return p->kind == PAGE_SLAB ? class_sizes[a->slabs[p->length].size_class]
                              : x86emul_arena_large (a, offset);
}

void
x86emul_arena_slab (const struct x86emul_arena *a, uint64_t offset,
                    uint64_t *start, uint64_t *end)
{
  const struct slab *s = &a->slabs[a->pages[offset / X86EMUL_PAGE_SIZE].length];
  *start = (uint64_t)s->first_page * X86EMUL_PAGE_SIZE;
  *end = *start + SLAB_BYTES;
}

enum gomp_status
x86emul_arena_open (struct x86emul_arena *a, uint64_t to)
{
  enum gomp_status status = GOMP_OK;
  gomp_mutex_lock (&a->lock);
  uint64_t backed = atomic_load_explicit (&a->backed, memory_order_relaxed);
  if (to > backed)
    status = open_memory (a, backed, to);
  gomp_mutex_unlock (&a->lock);
  return status;
}

uint64_t
x86emul_arena_backed (const struct x86emul_arena *a)
{
  /* Acquire: pairs with the release in open_memory.  */
  return atomic_load_explicit (&a->backed, memory_order_acquire);
}

bool
x86emul_arena_is_valid (struct x86emul_arena *a)
{
  gomp_mutex_lock (&a->lock);
  bool ok = check_runs (a);
  gomp_mutex_unlock (&a->lock);
  return ok;
}

/* Creation.  */

static enum gomp_status
map_tables (struct x86emul_arena *a)
{
  uint64_t pages = a->size / X86EMUL_PAGE_SIZE;
  void *p;
  a->page_table_size = (pages + 2) * sizeof (struct page);
  int r = os_sparse_map (a->page_table_size, &p);
  if (r != 0)
    return gomp_error_errno (GOMP_ERR_NOMEM, r,
                             "cannot describe device memory");
  a->pages = (struct page *)p + 1;
  a->slab_table_size = (pages / SLAB_PAGES + 1) * sizeof (struct slab);
  r = os_sparse_map (a->slab_table_size, &p);
  if (r != 0)
    {
      os_unmap (a->pages - 1, a->page_table_size);
      return gomp_error_errno (GOMP_ERR_NOMEM, r,
                               "cannot describe device memory");
    }
  a->slabs = p;
  return GOMP_OK;
}

static void
init_lists (struct x86emul_arena *a)
{
  a->unused_slab = NONE;
  for (unsigned i = 0; i < SIZE_CLASSES; i++)
    a->partial[i] = NONE;
  for (unsigned i = 0; i < FIRST_LEVEL; i++)
    {
      a->second_map[i] = 0;
      for (unsigned j = 0; j < SECOND_LEVEL; j++)
        a->runs[i][j] = NONE;
    }
  a->first_map = 0;
  uint32_t pages = (uint32_t)(a->size / X86EMUL_PAGE_SIZE);
  a->pages[-1].kind = PAGE_END;
  a->pages[pages].kind = PAGE_END;
  insert_run (a, 0, pages);
}

enum gomp_status
x86emul_arena_create (uint64_t size, x86emul_arena_grow *grow, void *backing,
                      struct x86emul_arena **arena)
{
  struct x86emul_arena *a = calloc (1, sizeof (*a));
  if (a == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  a->size = size;
  a->grow = grow;
  a->backing = backing;
  enum gomp_status status = map_tables (a);
  if (status != GOMP_OK)
    {
      free (a);
      return status;
    }
  init_lists (a);
  *arena = a;
  return GOMP_OK;
}

enum gomp_status
x86emul_arena_limit (struct x86emul_arena *a, uint64_t size, uint64_t backed)
{
  if (size < a->size)
    {
      a->size = size;
      init_lists (a);
    }
  return open_memory (a, 0, backed);
}

void
x86emul_arena_destroy (struct x86emul_arena *a)
{
  os_unmap (a->pages - 1, a->page_table_size);
  os_unmap (a->slabs, a->slab_table_size);
  free (a);
}
