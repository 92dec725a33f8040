/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device addresses of target regions' functions: a hash table by the host's
   address.

   The device's mutex is held while a table changes.  Readers take no lock:
   tables are replaced, never freed.  */

#include "offload/device/functions.h"

#include "base/mem.h"

struct function_slot
{
  atomic_uintptr_t host;   /* 0: free */
  atomic_uintptr_t device; /* 0: unloaded */
};

struct gomp_function_table
{
  struct gomp_function_table *previous; /* replaced by this one */
  unsigned bits;                        /* log2 of the slots */
  size_t used;                          /* slots that are not free */
  struct function_slot slot[];
};

static inline size_t
function_index (const struct gomp_function_table *table, uintptr_t host)
{
  return (size_t)((host * UINT64_C (0x9e3779b97f4a7c15)) >> (64 - table->bits));
}

/* The slot of HOST, or the free slot where it would be.  */
static inline struct function_slot *
find_slot (struct gomp_function_table *table, uintptr_t host)
{
  size_t mask = ((size_t)1 << table->bits) - 1;
  for (size_t i = function_index (table, host);; i++)
    {
      struct function_slot *slot = &table->slot[i & mask];
      /* Acquire: pairs with the release in put_function.  */
      uintptr_t found
          = atomic_load_explicit (&slot->host, memory_order_acquire);
      if (found == host || found == 0)
        return slot;
    }
}

void *
gomp_functions_find (struct gomp_functions *functions, const void *host)
{
  /* Acquire: pairs with the release in gomp_functions_reserve.  */
  struct gomp_function_table *table
      = atomic_load_explicit (&functions->table, memory_order_acquire);
  if (unlikely (table == NULL))
    return NULL;
  struct function_slot *slot = find_slot (table, (uintptr_t)host);
  return (void *)atomic_load_explicit (&slot->device, memory_order_acquire);
}

const void *
gomp_functions_find_host (struct gomp_functions *functions, const void *fn)
{
  struct gomp_function_table *table
      = atomic_load_explicit (&functions->table, memory_order_acquire);
  if (table == NULL)
    return NULL;
  for (size_t i = 0; i < (size_t)1 << table->bits; i++)
    if (atomic_load_explicit (&table->slot[i].device, memory_order_acquire)
        == (uintptr_t)fn)
      return (const void *)atomic_load_explicit (&table->slot[i].host,
                                                 memory_order_acquire);
  return NULL;
}

static void
put_function (struct gomp_function_table *table, uintptr_t host,
              uintptr_t device)
{
  struct function_slot *slot = find_slot (table, host);
  if (atomic_load_explicit (&slot->host, memory_order_relaxed) == 0)
    table->used++;
  atomic_store_explicit (&slot->device, device, memory_order_relaxed);
  /* Release: pairs with the acquire in find_slot.  */
  atomic_store_explicit (&slot->host, host, memory_order_release);
}

static void
copy_functions (struct gomp_function_table *to,
                struct gomp_function_table *from)
{
  for (size_t i = 0; from != NULL && i < (size_t)1 << from->bits; i++)
    {
      uintptr_t host
          = atomic_load_explicit (&from->slot[i].host, memory_order_relaxed);
      uintptr_t device
          = atomic_load_explicit (&from->slot[i].device, memory_order_relaxed);
      if (host != 0 && device != 0)
        put_function (to, host, device);
    }
}

static size_t
count_loaded (struct gomp_function_table *table)
{
  size_t count = 0;
  for (size_t i = 0; table != NULL && i < (size_t)1 << table->bits; i++)
    count += atomic_load_explicit (&table->slot[i].device, memory_order_relaxed)
             != 0;
  return count;
}

/* A third of the slots stays free.  */
bool
gomp_functions_reserve (struct gomp_functions *functions, size_t count)
{
  struct gomp_function_table *old
      = atomic_load_explicit (&functions->table, memory_order_relaxed);
  if (old != NULL && (old->used + count) * 3 <= (size_t)2 << old->bits)
    return true;
  count = 2 * (count + count_loaded (old));
  unsigned bits = 6;
  while ((size_t)1 << bits < 2 * count)
    bits++;
  struct gomp_function_table *table
      = gomp_alloc_zeroed (sizeof (*table) + (sizeof (table->slot[0]) << bits));
  if (table == NULL)
    return false;
  table->bits = bits;
  table->previous = old;
  copy_functions (table, old);
  /* Release: pairs with the acquire in gomp_functions_find.  */
  atomic_store_explicit (&functions->table, table, memory_order_release);
  return true;
}

static struct gomp_function_table *
table_of (struct gomp_functions *functions)
{
  return atomic_load_explicit (&functions->table, memory_order_relaxed);
}

void
gomp_functions_put (struct gomp_functions *functions, uintptr_t host,
                    uintptr_t device)
{
  put_function (table_of (functions), host, device);
}

void
gomp_functions_remove (struct gomp_functions *functions, uintptr_t host)
{
  struct function_slot *slot = find_slot (table_of (functions), host);
  atomic_store_explicit (&slot->device, 0, memory_order_release);
}
