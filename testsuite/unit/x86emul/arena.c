/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The allocator of device memory: blocks never overlap, are aligned, and are
   used again.  Only blocks can be freed.  The accessible part grows with
   use.  */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/tsan.h"
#include "check.h"
#include "host/arena.h"
#include "host/backing.h"
#include "os/channel.h"
#include "os/memory.h"

#define MIB (1ull << 20)
/* What the device program, too, maps at most under ThreadSanitizer.  */
#define TSAN_MEM (64ull << 30)
/* What a program with 32-bit addresses has room for.  */
#define NARROW_MEM (1ull << 30)

static struct x86emul_arena *arena;
static _Atomic uint64_t announced;
static struct x86emul_backing backing = { .announced = &announced };
static void *view;
static uint64_t view_size;

static void
make (uint64_t size)
{
  int memory;
  announced = 0;
  EXPECT (os_shared_create ("arena-test", size, &memory) == 0);
  EXPECT (os_shared_map (memory, 0, size, 0, NULL, &view) == 0);
  os_close (&memory);
  view_size = size;
  backing.view = view;
  EXPECT (x86emul_arena_create (size, x86emul_backing_grow, &backing, &arena)
          == GOMP_OK);
}

static void
drop (void)
{
  EXPECT (x86emul_arena_is_valid (arena));
  x86emul_arena_destroy (arena);
  os_unmap (view, view_size);
}

struct block
{
  uint64_t offset;
  uint64_t size;
};

/* Units of 64 bytes in use, of an arena of at most 64 MiB.  */
static unsigned char used[64 * MIB / 64];

static void
mark (const struct block *b, unsigned char value)
{
  uint64_t first = b->offset / 64;
  uint64_t last = (b->offset + (b->size != 0 ? b->size : 1) - 1) / 64;
  int clashes = 0;
  for (uint64_t i = first; i <= last; i++)
    {
      clashes += used[i] == value;
      used[i] = value;
    }
  EXPECT (clashes == 0);
}

static uint64_t
random_size (unsigned *seed)
{
  unsigned r = (unsigned)rand_r (seed);
  switch (r % 8)
    {
    case 0:
      return (unsigned)rand_r (seed) % (1u << 20);
    case 1:
    case 2:
      return (unsigned)rand_r (seed) % 20000;
    default:
      return (unsigned)rand_r (seed) % 1000;
    }
}

static void
test_random (void)
{
  enum
  {
    BLOCKS = 2000,
    STEPS = 100000
  };
  static struct block blocks[BLOCKS];
  unsigned seed = 1;
  make (64 * MIB);
  for (int step = 0; step < STEPS; step++)
    {
      struct block *b = &blocks[(unsigned)rand_r (&seed) % BLOCKS];
      if (b->size != 0)
        {
          mark (b, 0);
          EXPECT (x86emul_arena_free (arena, b->offset));
          EXPECT (!x86emul_arena_free (arena, b->offset));
          b->size = 0;
          continue;
        }
      uint64_t size = random_size (&seed) + 1;
      uint64_t offset = x86emul_arena_alloc (arena, size);
      if (offset == X86EMUL_NO_OFFSET)
        continue;
      EXPECT (offset % 64 == 0);
      EXPECT (offset + size <= x86emul_arena_backed (arena));
      *b = (struct block){ offset, size };
      mark (b, 1);
      if (step % 5000 == 0)
        EXPECT (x86emul_arena_is_valid (arena));
    }
  for (int i = 0; i < BLOCKS; i++)
    if (blocks[i].size != 0)
      EXPECT (x86emul_arena_free (arena, blocks[i].offset));
  drop ();
}

/* After everything was freed, all but the slabs kept for reuse is one piece
   again.  */
static void
test_merging (void)
{
  make (16 * MIB);
  uint64_t whole = x86emul_arena_alloc (arena, 16 * MIB);
  EXPECT (whole == 0);
  EXPECT (x86emul_arena_alloc (arena, 10000) == X86EMUL_NO_OFFSET);
  EXPECT (x86emul_arena_free (arena, whole));
  uint64_t pieces[16];
  for (int i = 0; i < 16; i++)
    pieces[i] = x86emul_arena_alloc (arena, MIB);
  for (int i = 0; i < 16; i += 2)
    EXPECT (x86emul_arena_free (arena, pieces[i]));
  EXPECT (x86emul_arena_alloc (arena, 2 * MIB) == X86EMUL_NO_OFFSET);
  for (int i = 1; i < 16; i += 2)
    EXPECT (x86emul_arena_free (arena, pieces[i]));
  EXPECT (x86emul_arena_alloc (arena, 16 * MIB) == 0);
  drop ();
}

static void
test_sizes (void)
{
  make (64 * MIB);
  for (uint64_t size = 0; size < 20000; size += 7)
    {
      uint64_t a = x86emul_arena_alloc (arena, size);
      uint64_t b = x86emul_arena_alloc (arena, size);
      uint64_t distance = a < b ? b - a : a - b;
      EXPECT (a != b && distance >= size);
      EXPECT (x86emul_arena_free (arena, a));
      EXPECT (x86emul_arena_free (arena, b));
    }
  static const uint64_t huge[]
      = { 64 * MIB + 1, 1ull << 40, 1ull << 63, UINT64_MAX - 100, UINT64_MAX };
  for (unsigned i = 0; i < sizeof (huge) / sizeof (huge[0]); i++)
    EXPECT (x86emul_arena_alloc (arena, huge[i]) == X86EMUL_NO_OFFSET);
  drop ();
}

static void
test_no_blocks (void)
{
  make (16 * MIB);
  uint64_t small = x86emul_arena_alloc (arena, 100);
  uint64_t large = x86emul_arena_alloc (arena, 50000);
  EXPECT (!x86emul_arena_free (arena, small + 64));
  EXPECT (!x86emul_arena_free (arena, small + 1));
  EXPECT (!x86emul_arena_free (arena, large + 4096));
  EXPECT (!x86emul_arena_free (arena, large + 49152));
  EXPECT (!x86emul_arena_free (arena, large + 1));
  EXPECT (!x86emul_arena_free (arena, 8 * MIB));
  EXPECT (!x86emul_arena_free (arena, 16 * MIB));
  EXPECT (!x86emul_arena_free (arena, UINT64_MAX - 4095));
  EXPECT (x86emul_arena_free (arena, small));
  EXPECT (x86emul_arena_free (arena, large));
  EXPECT (!x86emul_arena_free (arena, large));
  drop ();
}

static bool
add_readable (const struct os_mapping *mapping, void *data)
{
  uint64_t start = (uintptr_t)view, *sum = data;
  if (mapping->start >= start && mapping->end <= start + view_size
      && (mapping->prot & OS_PROT_READ))
    *sum += mapping->end - mapping->start;
  return true;
}

/* Bytes of the view that a tool would read which reads all it can.  */
static uint64_t
readable (void)
{
  uint64_t sum = 0;
  EXPECT (os_each_mapping (0, add_readable, &sum) == 0);
  return sum;
}

/* A very large arena costs nothing until it is used.  */
static void
test_sparse (void)
{
  uint64_t size = UINTPTR_MAX == UINT32_MAX ? NARROW_MEM
                  : gomp_tsan_is_there ()   ? TSAN_MEM
                                            : X86EMUL_ARENA_MAX / 8;
  make (size);
  EXPECT (x86emul_arena_backed (arena) == 0);
  EXPECT (readable () == 0);
  EXPECT (x86emul_arena_alloc (arena, 100) == 0);
  EXPECT (x86emul_arena_backed (arena) <= 2 * MIB);
  EXPECT (readable () == x86emul_arena_backed (arena));
  memset (view, 1, 100);
  EXPECT (x86emul_arena_alloc (arena, size / 2) != X86EMUL_NO_OFFSET);
  EXPECT (readable () == x86emul_arena_backed (arena));
  EXPECT (announced == x86emul_arena_backed (arena));
  drop ();
}

/* Less than was asked for, some of it there before the first block.  */
static void
test_limit (void)
{
  make (64 * MIB);
  EXPECT (x86emul_arena_limit (arena, 32 * MIB, 16 * MIB) == GOMP_OK);
  EXPECT (readable () == 16 * MIB);
  EXPECT (x86emul_arena_alloc (arena, 33 * MIB) == X86EMUL_NO_OFFSET);
  EXPECT (x86emul_arena_alloc (arena, 32 * MIB) == 0);
  EXPECT (readable () == 32 * MIB);
  drop ();
}

/* The part that the arena does not hand out is opened by its owner.  */
static void
test_open (void)
{
  make (64 * MIB);
  EXPECT (x86emul_arena_limit (arena, 8 * MIB, 0) == GOMP_OK);
  EXPECT (x86emul_arena_open (arena, 16 * MIB) == GOMP_OK);
  EXPECT (readable () == 16 * MIB && announced == 16 * MIB);
  EXPECT (x86emul_arena_open (arena, 4 * MIB) == GOMP_OK);
  EXPECT (x86emul_arena_alloc (arena, 8 * MIB) == 0);
  EXPECT (x86emul_arena_backed (arena) == 16 * MIB);
  drop ();
}

/* Blocks without bytes, also of whole pages, have addresses of their own.  */
static void
test_empty (void)
{
  make (16 * MIB);
  uint64_t first = x86emul_arena_alloc_pages (arena, 0);
  uint64_t second = x86emul_arena_alloc_pages (arena, 0);
  uint64_t third = x86emul_arena_alloc (arena, 0);
  EXPECT (first != X86EMUL_NO_OFFSET && second != X86EMUL_NO_OFFSET);
  EXPECT (first != second && third != first && third != second);
  EXPECT (x86emul_arena_is_valid (arena));
  EXPECT (x86emul_arena_large (arena, first) == X86EMUL_PAGE_SIZE);
  EXPECT (x86emul_arena_free (arena, first));
  EXPECT (x86emul_arena_free (arena, second));
  EXPECT (x86emul_arena_free (arena, third));
  drop ();
}

/* No memory behind it: addresses only.  */
static void
test_addresses (void)
{
  EXPECT (x86emul_arena_create (16 * MIB, NULL, NULL, &arena) == GOMP_OK);
  uint64_t first = x86emul_arena_alloc (arena, MIB);
  EXPECT (first != X86EMUL_NO_OFFSET);
  EXPECT (x86emul_arena_backed (arena) >= first + MIB);
  EXPECT (x86emul_arena_free (arena, first));
  EXPECT (x86emul_arena_is_valid (arena));
  x86emul_arena_destroy (arena);
}

static void *
churn (void *data)
{
  enum
  {
    BLOCKS = 64,
    STEPS = 20000
  };
  uint64_t blocks[BLOCKS];
  unsigned seed = (unsigned)(uintptr_t)data;
  for (int i = 0; i < BLOCKS; i++)
    blocks[i] = X86EMUL_NO_OFFSET;
  for (int step = 0; step < STEPS; step++)
    {
      uint64_t *b = &blocks[(unsigned)rand_r (&seed) % BLOCKS];
      if (*b != X86EMUL_NO_OFFSET)
        EXPECT (x86emul_arena_free (arena, *b));
      *b = x86emul_arena_alloc (arena, random_size (&seed) % 30000);
    }
  for (int i = 0; i < BLOCKS; i++)
    if (blocks[i] != X86EMUL_NO_OFFSET)
      EXPECT (x86emul_arena_free (arena, blocks[i]));
  return NULL;
}

static void
test_threads (void)
{
  enum
  {
    THREADS = 4
  };
  pthread_t threads[THREADS];
  make (64 * MIB);
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, churn, (void *)(uintptr_t)(i + 1));
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  drop ();
}

int
main (void)
{
  RUN (test_random);
  RUN (test_merging);
  RUN (test_sizes);
  RUN (test_no_blocks);
  RUN (test_sparse);
  RUN (test_limit);
  RUN (test_open);
  RUN (test_empty);
  RUN (test_addresses);
  RUN (test_threads);
  return check_done ();
}
