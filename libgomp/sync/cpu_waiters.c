/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Waiting threads on the same CPU; see cpu_waiters.h.

   Owns the lists.  Any thread may call, for itself.  An entry is taken by a
   compare-and-swap, and then only its thread writes it; other threads on the
   CPU read it, so its cache lines mostly stay there.  A wrong or late value
   costs a switch between threads or some microseconds, and nothing else depends
   on it.  So all operations are relaxed, except on the pointer, which is
   released to the threads that follow it.  */

#include "sync/cpu_waiters.h"

#include <stddef.h>

#include "base/invariant.h"
#include "os/os.h"

/* CPUs with the same number modulo LISTS share a list: threads on one then seem
   to be on the other, and yields are not saved.  */
#define LISTS 64
#define ROOM 15

struct gomp_cpu_waiters_entry
{
  _Atomic (atomic_uint *) value; /* what its thread waits for, or one of: */
  atomic_uint seen;
  atomic_bool taken;
};

struct gomp_cpu_waiters_list
{
  GOMP_CACHE_ALIGNED struct gomp_cpu_waiters_entry entries[ROOM];
  atomic_uint used;     /* number of entries, from the first on, that were ever
                           taken */
  atomic_uint unlisted; /* threads without an entry */
};

static struct gomp_cpu_waiters_list lists[LISTS];

static struct gomp_cpu_waiters_entry *
take_entry (struct gomp_cpu_waiters_list *list)
{
  for (unsigned i = 0; i < ROOM; i++)
    {
      bool taken = false;
      struct gomp_cpu_waiters_entry *e = &list->entries[i];
      if (!atomic_compare_exchange_strong_explicit (&e->taken, &taken, true,
                                                    memory_order_relaxed,
                                                    memory_order_relaxed))
        continue;
      if (atomic_load_explicit (&list->used, memory_order_relaxed) <= i)
        atomic_store_explicit (&list->used, i + 1, memory_order_relaxed);
      return e;
    }
  return NULL;
}

static COLD void
enter (struct gomp_cpu_waiters *b, struct gomp_cpu_waiters_list *list)
{
  gomp_cpu_waiters_leave (b);
  b->list = list;
  b->entry = take_entry (list);
  if (b->entry == NULL)
    atomic_fetch_add_explicit (&list->unlisted, 1, memory_order_relaxed);
}

void
gomp_cpu_waiters_leave (struct gomp_cpu_waiters *b)
{
  if (b->entry != NULL)
    {
      atomic_store_explicit (&b->entry->value, NULL, memory_order_relaxed);
      atomic_store_explicit (&b->entry->taken, false, memory_order_relaxed);
    }
  else if (b->list != NULL)
    {
      gomp_invariant (
          atomic_load_explicit (&b->list->unlisted, memory_order_relaxed) != 0,
          "a thread leaves the list of a CPU that nobody is in");
      atomic_fetch_sub_explicit (&b->list->unlisted, 1, memory_order_relaxed);
    }
  *b = (struct gomp_cpu_waiters){ .movable = b->movable };
}

static inline void
stay (struct gomp_cpu_waiters *b)
{
  struct gomp_cpu_waiters_list *here = &lists[os_current_cpu () % LISTS];
  if (unlikely (b->list != here))
    enter (b, here);
}

void
gomp_cpu_waiters_wait (struct gomp_cpu_waiters *b, atomic_uint *value,
                       unsigned seen)
{
  stay (b);
  b->waits = true;
  if (b->entry == NULL)
    return;
  atomic_store_explicit (&b->entry->seen, seen, memory_order_relaxed);
  /* Pairs with the acquire in waits.  */
  atomic_store_explicit (&b->entry->value, value, memory_order_release);
}

void
gomp_cpu_waiters_follow (struct gomp_cpu_waiters *b)
{
  struct gomp_cpu_waiters before = *b;
  if (b->list == &lists[os_current_cpu () % LISTS])
    return;
  atomic_uint *value = NULL;
  unsigned seen = 0;
  if (before.entry != NULL)
    {
      value = atomic_load_explicit (&before.entry->value, memory_order_relaxed);
      seen = atomic_load_explicit (&before.entry->seen, memory_order_relaxed);
    }
  if (before.waits && value != NULL)
    gomp_cpu_waiters_wait (b, value, seen);
  else
    gomp_cpu_waiters_work (b);
}

void
gomp_cpu_waiters_work (struct gomp_cpu_waiters *b)
{
  b->waits = false;
  stay (b);
  if (b->entry != NULL)
    atomic_store_explicit (&b->entry->value, NULL, memory_order_relaxed);
}

static inline bool
waits (struct gomp_cpu_waiters_entry *e)
{
  atomic_uint *value = atomic_load_explicit (&e->value, memory_order_acquire);
  return value != NULL
         && atomic_load_explicit (value, memory_order_relaxed)
                == atomic_load_explicit (&e->seen, memory_order_relaxed);
}

bool
gomp_cpu_waiters_is_alone (const struct gomp_cpu_waiters *b)
{
  struct gomp_cpu_waiters_list *list = b->list;
  if (atomic_load_explicit (&list->unlisted, memory_order_relaxed) != 0)
    return false;
  unsigned used = atomic_load_explicit (&list->used, memory_order_relaxed);
  for (unsigned i = 0; i < used; i++)
    {
      struct gomp_cpu_waiters_entry *e = &list->entries[i];
      if (e != b->entry
          && atomic_load_explicit (&e->taken, memory_order_relaxed)
          && !waits (e))
        return false;
    }
  return true;
}

bool
gomp_cpu_waiters_is_shared (const struct gomp_cpu_waiters *b)
{
  struct gomp_cpu_waiters_list *list = b->list;
  if (atomic_load_explicit (&list->unlisted, memory_order_relaxed) != 0)
    return true;
  unsigned used = atomic_load_explicit (&list->used, memory_order_relaxed);
  for (unsigned i = 0; i < used; i++)
    {
      struct gomp_cpu_waiters_entry *e = &list->entries[i];
      if (e != b->entry
          && atomic_load_explicit (&e->taken, memory_order_relaxed)
          && atomic_load_explicit (&e->value, memory_order_relaxed) == NULL)
        return true;
    }
  return false;
}

static void
clear (struct gomp_cpu_waiters_list *list)
{
  unsigned used = atomic_load_explicit (&list->used, memory_order_relaxed);
  for (unsigned i = 0; i < used; i++)
    {
      struct gomp_cpu_waiters_entry *e = &list->entries[i];
      atomic_store_explicit (&e->value, NULL, memory_order_relaxed);
      atomic_store_explicit (&e->taken, false, memory_order_relaxed);
    }
  if (used != 0)
    atomic_store_explicit (&list->unlisted, 0, memory_order_relaxed);
}

void
gomp_cpu_waiters_forked (void)
{
  for (size_t i = 0; i < LISTS; i++)
    clear (&lists[i]);
}
