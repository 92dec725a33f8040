/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions that regions call through pointers of the host; see indirect.h.

   Owns a set of pairs for each image that has such functions.  The main thread
   fills and empties sets while regions of other images look pointers up,
   without a lock.  So a set is never freed; an empty one that is large enough
   is filled again.  A region that sees some old and some new pairs of such a
   set misses nothing: its own pointer is in another set, and is the same in no
   two.  */

#include "target/indirect.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "target/process.h"
#include "x86emul_image.h"

struct pair
{
  _Atomic uint64_t host;   /* address on the host */
  _Atomic uint64_t device; /* of the same function here */
};

struct set
{
  struct set *next;    /* constant */
  uint32_t image;      /* number of the image; the main thread's */
  uint32_t room;       /* elements of pairs */
  atomic_uint count;   /* those in use, by rising host address */
  struct pair pairs[]; /* room */
};

static _Atomic (struct set *) sets;

void *
x86emul_indirect_find (void *pointer)
{
  uint64_t key = (uintptr_t)pointer;
  /* Acquire: pairs with the release in make_set.  */
  struct set *set = atomic_load_explicit (&sets, memory_order_acquire);
  for (; set != NULL; set = set->next)
    {
      /* Acquire: pairs with the release in fill.  */
      uint32_t low = 0,
               high = atomic_load_explicit (&set->count, memory_order_acquire);
      while (low < high)
        {
          uint32_t middle = low + (high - low) / 2;
          struct pair *pair = &set->pairs[middle];
          /* Relaxed, both: ordered by count.  */
          uint64_t host
              = atomic_load_explicit (&pair->host, memory_order_relaxed);
          if (host == key)
            return (void *)(uintptr_t)atomic_load_explicit (
                &pair->device, memory_order_relaxed);
          if (host < key)
            low = middle + 1;
          else
            high = middle;
        }
    }
  return pointer;
}

/* An empty set with room for COUNT pairs; NULL: no memory.  */
static struct set *
make_set (uint32_t count)
{
  /* Relaxed, both: only this thread stores there.  */
  struct set *first = atomic_load_explicit (&sets, memory_order_relaxed);
  for (struct set *set = first; set != NULL; set = set->next)
    if (set->room >= count
        && atomic_load_explicit (&set->count, memory_order_relaxed) == 0)
      return set;
  struct set *set = calloc (1, sizeof (*set) + count * sizeof (set->pairs[0]));
  if (set == NULL)
    return NULL;
  set->next = first;
  set->room = count;
  /* Release: pairs with the acquire in find.  */
  atomic_store_explicit (&sets, set, memory_order_release);
  return set;
}

/* Put the pair HOST, DEVICE among the first COUNT of SET.  */
static void
insert (struct set *set, uint32_t count, uint64_t host, uint64_t device)
{
  uint32_t i = count;
  for (; i > 0 && set->pairs[i - 1].host > host; i--)
    {
      set->pairs[i].host = set->pairs[i - 1].host;
      set->pairs[i].device = set->pairs[i - 1].device;
    }
  set->pairs[i].host = host;
  set->pairs[i].device = device;
}

bool
x86emul_indirect_add (void *handle, uint32_t number, const uint64_t *hosts,
                      uint32_t count)
{
  struct x86emul_image_indirect *table = dlsym (handle, X86EMUL_IMAGE_INDIRECT);
  if (table == NULL)
    return true;
  table->find = x86emul_indirect_find;
  if (count == 0)
    return true;
  uint64_t there = (uint64_t)(table->end - table->start);
  if (there == count)
    return x86emul_indirect_set (number, hosts, table->start, count);
  x86emul_process_answer_error (
      "the image has %llu functions that can be called through pointers of the "
      "host, the program %u",
      (unsigned long long)there, count);
  return false;
}

bool
x86emul_indirect_set (uint32_t number, const uint64_t *hosts,
                      const uint64_t *devices, uint32_t count)
{
  struct set *set = make_set (count);
  if (set == NULL)
    {
      x86emul_process_answer_error ("out of memory");
      return false;
    }
  set->image = number;
  for (uint32_t i = 0; i < count; i++)
    insert (set, i, hosts[i], devices[i]);
  /* Release: pairs with the acquire in find.  */
  atomic_store_explicit (&set->count, count, memory_order_release);
  return true;
}

void
x86emul_indirect_remove (uint32_t number)
{
  /* Relaxed: only this thread stores there, and regions of the image have
     ended.  */
  struct set *set = atomic_load_explicit (&sets, memory_order_relaxed);
  for (; set != NULL; set = set->next)
    if (set->image == number)
      atomic_store_explicit (&set->count, 0, memory_order_relaxed);
}
