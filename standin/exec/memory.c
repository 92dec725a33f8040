/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The blocks of device memory, sorted by address.  Executors look a block up
   once and remember it (exec/access.h) until a block goes away anywhere, which
   `mem_generation' tells them.  What host and device share is in one table for
   all devices, `shared'.  Any thread; a table's read-write lock guards it, and
   a block's bytes are guarded by nothing, as on a device.  */

#include "exec/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Freed blocks that are remembered for messages.  */
#define MEM_REMEMBERED 4096
/* Blocks from this size on come from the system, untouched.  */
#define MEM_LARGE (1 << 20)
#define MEM_GARBAGE 0xa5

atomic_uint mem_generation;
static struct memory shared = { .lock = PTHREAD_RWLOCK_INITIALIZER };

/* Whether host and device have the same addresses for it.  */
static bool
is_shared (enum mem_kind kind)
{
  return kind == MEM_HOST || kind == MEM_MANAGED;
}

bool
mem_is_shared (uint64_t address)
{
  return address < MEM_BASE || address >= MEM_LIMIT;
}

/* The table that has ADDRESS, if one has.  */
static struct memory *
table_of (struct memory *m, uint64_t address)
{
  return mem_is_shared (address) ? &shared : m;
}

void
mem_init (struct memory *m, uint64_t n, uint64_t count)
{
  uint64_t size = (MEM_LIMIT - MEM_BASE) / count;
  memset (m, 0, sizeof *m);
  pthread_rwlock_init (&m->lock, NULL);
  m->first = m->next = MEM_BASE + n * size;
  m->limit = m->first + size;
}

static uint64_t
block_size (const struct mem_block *b)
{
  return b->end - b->start;
}

static void
release_backing (struct mem_block *b)
{
  if (b->owns_backing && b->backing)
    {
      if (block_size (b) >= MEM_LARGE)
        munmap (b->backing, block_size (b));
      else
        free (b->backing);
    }
  b->backing = NULL;
}

void
mem_fini (struct memory *m)
{
  for (size_t i = 0; i < m->count; i++)
    {
      release_backing (m->blocks[i]);
      free (m->blocks[i]);
    }
  free (m->blocks);
  pthread_rwlock_destroy (&m->lock);
}

/* How many blocks start at or before ADDRESS.  */
static size_t
position (const struct memory *m, uint64_t address)
{
  size_t low = 0, high = m->count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (m->blocks[middle]->start <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The block that holds ADDRESS, be it freed.  Of several at one place (host
   memory that was registered again) the last is the one.  */
static struct mem_block *
find (const struct memory *m, uint64_t address)
{
  size_t n = position (m, address);
  if (n == 0)
    return NULL;
  struct mem_block *b = m->blocks[n - 1];
  return address < b->end || address == b->start ? b : NULL;
}

static void
remove_at (struct memory *m, size_t i)
{
  release_backing (m->blocks[i]);
  free (m->blocks[i]);
  m->count--;
  memmove (m->blocks + i, m->blocks + i + 1,
           (m->count - i) * sizeof *m->blocks);
}

/* Remember no more than COUNT freed blocks.  Kernels that run may still be in
   one.  */
static void
forget_freed (struct memory *m, size_t count)
{
  if (m->freed <= count || m->kernels)
    return;
  size_t kept = 0, forget = m->freed - count;
  for (size_t i = 0; i < m->count; i++)
    if (m->blocks[i]->is_freed && forget)
      {
        release_backing (m->blocks[i]);
        free (m->blocks[i]);
        forget--;
        m->freed--;
      }
    else
      m->blocks[kept++] = m->blocks[i];
  m->count = kept;
}

static struct mem_block *
insert (struct memory *m, uint64_t start, uint64_t size)
{
  if (m->freed > MEM_REMEMBERED)
    forget_freed (m, MEM_REMEMBERED / 2);
  if (m->count == m->room)
    {
      m->room = m->room ? 2 * m->room : 256;
      m->blocks = realloc (m->blocks, m->room * sizeof *m->blocks);
    }
  struct mem_block *b = calloc (1, sizeof *b);
  b->start = start;
  b->end = start + size;
  size_t n = position (m, start);
  memmove (m->blocks + n + 1, m->blocks + n,
           (m->count - n) * sizeof *m->blocks);
  m->blocks[n] = b;
  m->count++;
  return b;
}

/* Host memory comes from the system, which clears it; libgomp's plugin for
   reverse offload relies on it.  */
static unsigned char *
new_backing (uint64_t size, enum mem_kind kind)
{
  if (size >= MEM_LARGE)
    {
      void *p = mmap (NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      return p == MAP_FAILED ? NULL : p;
    }
  unsigned char *p = aligned_alloc (64, (size + 63) / 64 * 64 + 64);
  if (p)
    memset (p, is_shared (kind) ? 0 : MEM_GARBAGE, size);
  return p;
}

/* Behind a block of SIZE bytes, so that what runs over its end meets no
   neighbour.  */
static uint64_t
gap (uint64_t size)
{
  return 256 + (size > 65536 ? 65536 : size);
}

/* From START on, or behind what is in the way, if there is room.  */
static uint64_t
find_room_from (const struct memory *m, uint64_t start, uint64_t size,
                uint64_t alignment)
{
  for (size_t n = position (m, start);; n++)
    {
      const struct mem_block *before = n ? m->blocks[n - 1] : NULL;
      if (before && before->end + gap (block_size (before)) > start)
        start = before->end + gap (block_size (before));
      start = (start + alignment - 1) / alignment * alignment;
      if (start > m->limit || size > m->limit - start)
        return 0;
      const struct mem_block *behind = n < m->count ? m->blocks[n] : NULL;
      if (!behind || behind->start >= start + size + gap (size))
        return start;
    }
}

/* As late as can be where something was.  */
static uint64_t
find_room (struct memory *m, uint64_t size, uint64_t alignment)
{
  uint64_t start = find_room_from (m, m->next, size, alignment);
  if (start)
    return start;
  forget_freed (m, 0);
  return find_room_from (m, m->first, size, alignment);
}

static uint64_t
allocate (struct memory *m, uint64_t size, uint64_t alignment,
          enum mem_kind kind, const void *owner, const char *name)
{
  uint64_t start = is_shared (kind) ? 0 : find_room (m, size, alignment);
  unsigned char *backing
      = is_shared (kind) || start ? new_backing (size, kind) : NULL;
  if (!backing)
    return 0;
  if (is_shared (kind))
    start = (uint64_t)(uintptr_t)backing;
  struct mem_block *b = insert (m, start, size);
  m->next = b->end;
  b->backing = backing;
  b->owns_backing = true;
  b->kind = kind;
  b->owner = owner;
  snprintf (b->name, sizeof b->name, "%s", name);
  __atomic_add_fetch (&m->used, size, __ATOMIC_RELAXED);
  return start;
}

uint64_t
mem_alloc (struct memory *m, uint64_t size, uint64_t alignment,
           enum mem_kind kind, const void *owner, const char *name)
{
  if (is_shared (kind))
    m = &shared;
  pthread_rwlock_wrlock (&m->lock);
  uint64_t address = allocate (m, size, alignment, kind, owner, name);
  pthread_rwlock_unlock (&m->lock);
  return address;
}

bool
mem_register (void *start, uint64_t size, const void *owner, const char *name)
{
  uint64_t address = (uint64_t)(uintptr_t)start;
  pthread_rwlock_wrlock (&shared.lock);
  size_t n = position (&shared, address + size - 1);
  bool ok = n == 0 || shared.blocks[n - 1]->end <= address;
  if (ok)
    {
      struct mem_block *b = insert (&shared, address, size);
      b->backing = start;
      b->kind = MEM_HOST;
      b->owner = owner;
      snprintf (b->name, sizeof b->name, "%s", name);
      shared.used += size;
    }
  pthread_rwlock_unlock (&shared.lock);
  return ok;
}

void
mem_set_flags (uint64_t address, unsigned flags)
{
  pthread_rwlock_wrlock (&shared.lock);
  struct mem_block *b = find (&shared, address);
  if (b && b->start == address)
    b->flags = flags;
  pthread_rwlock_unlock (&shared.lock);
}

bool
mem_heap_take (struct memory *m, uint64_t size, uint64_t limit)
{
  uint64_t used = __atomic_load_n (&m->heap_used, __ATOMIC_RELAXED);
  do
    if (size > limit || used > limit - size)
      return false;
  while (!__atomic_compare_exchange_n (&m->heap_used, &used, used + size, true,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return true;
}

void
mem_heap_give_back (struct memory *m, uint64_t size)
{
  __atomic_sub_fetch (&m->heap_used, size, __ATOMIC_RELAXED);
}

/* Freed host memory may be given again by the system at once, so nothing is
   remembered of it.  */
static void
free_at (struct memory *m, size_t i)
{
  struct mem_block *b = m->blocks[i];
  __atomic_sub_fetch (&m->used, block_size (b), __ATOMIC_RELAXED);
  if (b->kind == MEM_HEAP)
    mem_heap_give_back (m, block_size (b));
  atomic_fetch_add_explicit (&mem_generation, 1, memory_order_release);
  if (is_shared (b->kind))
    {
      remove_at (m, i);
      return;
    }
  b->is_freed = true;
  m->freed++;
  if (!m->kernels)
    release_backing (b);
}

bool
mem_free (struct memory *m, uint64_t address, enum mem_kind kind)
{
  m = table_of (m, address);
  pthread_rwlock_wrlock (&m->lock);
  size_t n = position (m, address);
  struct mem_block *b = n ? m->blocks[n - 1] : NULL;
  bool ok = b && b->start == address && !b->is_freed && b->kind == kind;
  if (ok)
    free_at (m, n - 1);
  pthread_rwlock_unlock (&m->lock);
  return ok;
}

static void
free_owned (struct memory *m, const void *owner)
{
  pthread_rwlock_wrlock (&m->lock);
  for (size_t i = m->count; i-- > 0;)
    if (!m->blocks[i]->is_freed && m->blocks[i]->owner == owner)
      free_at (m, i);
  pthread_rwlock_unlock (&m->lock);
}

void
mem_free_owned (struct memory *m, const void *owner)
{
  free_owned (m, owner);
  free_owned (&shared, owner);
}

bool
mem_find (struct memory *m, uint64_t address, struct mem_block *copy)
{
  m = table_of (m, address);
  pthread_rwlock_rdlock (&m->lock);
  struct mem_block *b = find (m, address);
  bool ok = b && !b->is_freed;
  if (ok)
    *copy = *b;
  pthread_rwlock_unlock (&m->lock);
  return ok;
}

void *
mem_bytes (struct memory *m, uint64_t address, uint64_t size)
{
  struct mem_block b;
  if (!mem_find (m, address, &b) || size > b.end - address)
    return NULL;
  return b.backing + (address - b.start);
}

/* What a block is, in words.  */
static void
name_block (const struct mem_block *b, char *text, size_t room)
{
  if (b->kind == MEM_GLOBAL || b->kind == MEM_CONST)
    snprintf (text, room, "variable %s (%" PRIu64 " bytes)", b->name,
              block_size (b));
  else
    snprintf (text, room, "block of %" PRIu64 " bytes from %s", block_size (b),
              b->name);
}

static void
describe_near (const struct mem_block *b, uint64_t address, char *text,
               size_t room)
{
  char block[128];
  name_block (b, block, sizeof block);
  if (b->is_freed && address < b->end)
    snprintf (text, room, "%" PRIu64 " bytes into the freed %s",
              address - b->start, block);
  else if (b->kind == MEM_CONST && address < b->end)
    snprintf (text, room, "in the constant %s", block);
  else if (address < b->end)
    snprintf (text, room, "from byte %" PRIu64 " over the end of the %s%s",
              address - b->start, b->is_freed ? "freed " : "", block);
  else
    snprintf (text, room, "%" PRIu64 " bytes behind the end of the %s%s",
              address - b->end, b->is_freed ? "freed " : "", block);
}

void
mem_describe (struct memory *m, uint64_t address, char *text, size_t room)
{
  m = table_of (m, address);
  pthread_rwlock_rdlock (&m->lock);
  size_t n = position (m, address);
  struct mem_block *b = n ? m->blocks[n - 1] : NULL;
  if (address < 65536)
    snprintf (text, room, "no address but the null pointer, or next to it");
  else if (b && (address < b->end || address - b->end < 65536))
    describe_near (b, address, text, room);
  else if (!mem_is_shared (address))
    snprintf (text, room, "device memory that was never allocated");
  else
    snprintf (text, room, "an address of the host, or none: no device memory");
  pthread_rwlock_unlock (&m->lock);
}

void
mem_kernel_starts (struct memory *m)
{
  pthread_rwlock_wrlock (&m->lock);
  m->kernels++;
  pthread_rwlock_unlock (&m->lock);
}

void
mem_kernel_ends (struct memory *m)
{
  pthread_rwlock_wrlock (&m->lock);
  if (--m->kernels == 0 && m->freed)
    for (size_t i = 0; i < m->count; i++)
      if (m->blocks[i]->is_freed)
        release_backing (m->blocks[i]);
  pthread_rwlock_unlock (&m->lock);
}
