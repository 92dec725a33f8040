/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Addresses that a Fortran program allocated through the allocate directive:
   deallocate has to know how to free them.

   Owns a hash set with linear probing, protected by its mutex; any thread may
   call.  It stays at most half full; an entry is removed by moving those behind
   it up (Knuth, The Art of Computer Programming 3, section 6.4, algorithm R),
   so there are no tombstones.  */

#include <pthread.h>
#include <stdint.h>

#include "alloc/alloc.h"
#include "base/mem.h"

static struct remember_state
{
  pthread_mutex_t lock; /* guards all below */
  void **slots;         /* capacity entries, NULL: free */
  size_t capacity;      /* a power of two, or 0 */
  size_t count;         /* entries in use */
} remember_state = { .lock = PTHREAD_MUTEX_INITIALIZER };

static size_t
home (const void *ptr, size_t capacity)
{
  uint64_t h = ((uintptr_t)ptr >> 4) * UINT64_C (0x9e3779b97f4a7c15);
  return (h >> 32) & (capacity - 1);
}

/* The slot that holds PTR, or the free one where it belongs.  */
static size_t
find (void *const *slots, size_t capacity, const void *ptr)
{
  size_t i = home (ptr, capacity);
  while (slots[i] != NULL && slots[i] != ptr)
    i = (i + 1) & (capacity - 1);
  return i;
}

static bool
grow (struct remember_state *s)
{
  size_t capacity = s->capacity > 0 ? s->capacity * 2 : 64;
  void **slots = gomp_alloc_zeroed (capacity * sizeof (*slots));
  if (slots == NULL)
    return false;
  for (size_t i = 0; i < s->capacity; i++)
    if (s->slots[i] != NULL)
      slots[find (slots, capacity, s->slots[i])] = s->slots[i];
  gomp_free (s->slots);
  s->slots = slots;
  s->capacity = capacity;
  return true;
}

static bool
insert (struct remember_state *s, void *ptr)
{
  if (2 * (s->count + 1) > s->capacity && !grow (s))
    return false;
  size_t i = find (s->slots, s->capacity, ptr);
  if (s->slots[i] == NULL)
    s->count++;
  s->slots[i] = ptr;
  return true;
}

static void
remove_slot (struct remember_state *s, size_t hole)
{
  size_t mask = s->capacity - 1;
  for (size_t i = (hole + 1) & mask; s->slots[i] != NULL; i = (i + 1) & mask)
    {
      size_t wanted = home (s->slots[i], s->capacity);
      if (((i - wanted) & mask) >= ((i - hole) & mask))
        {
          s->slots[hole] = s->slots[i];
          hole = i;
        }
    }
  s->slots[hole] = NULL;
  s->count--;
}

enum gomp_status
gomp_alloc_remember (void *ptr)
{
  struct remember_state *s = &remember_state;
  if (ptr == NULL)
    return GOMP_OK;
  pthread_mutex_lock (&s->lock);
  bool ok = insert (s, ptr);
  pthread_mutex_unlock (&s->lock);
  return ok ? GOMP_OK : GOMP_ERR_NOMEM;
}

void
gomp_alloc_fork (enum gomp_fork when)
{
  if (when == GOMP_FORK_BEFORE)
    pthread_mutex_lock (&remember_state.lock);
  else
    pthread_mutex_unlock (&remember_state.lock);
}

bool
gomp_alloc_forget (void *ptr)
{
  struct remember_state *s = &remember_state;
  bool found = false;
  pthread_mutex_lock (&s->lock);
  if (ptr != NULL && s->count > 0)
    {
      size_t i = find (s->slots, s->capacity, ptr);
      found = s->slots[i] != NULL;
      if (found)
        remove_slot (s, i);
    }
  pthread_mutex_unlock (&s->lock);
  return found;
}
