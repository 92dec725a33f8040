/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Soft stacks; see stacks.h.  Owns the stacks of each device, under their lock,
   which is not held over a driver call.

   A launch takes the smallest stacks that are large enough.  If there are none,
   new ones are allocated; unused stacks are freed first if all together would
   take more than a quarter of the device's memory.  If that is not enough, the
   launch waits for another one to end.  */

#include "stacks.h"

#include <limits.h>
#include <stdlib.h>

#include "base/invariant.h"
#include "device.h"
#include "failure.h"
#include "stream.h"

size_t
nvptx_stacks_limit (const struct nvptx_device *d)
{
  return d->total / 4;
}

/* With the lock held.  */
static struct nvptx_stack *
find_best (struct nvptx_device *d, size_t size)
{
  struct nvptx_stack **best = NULL;
  for (struct nvptx_stack **s = &d->stacks.unused; *s != NULL; s = &(*s)->next)
    if ((*s)->size >= size && (best == NULL || (*s)->size < (*best)->size))
      best = s;
  if (best == NULL)
    return NULL;
  struct nvptx_stack *stack = *best;
  *best = stack->next;
  d->stacks.taken++;
  return stack;
}

static void
free_list (struct nvptx_stack *s)
{
  while (s != NULL)
    {
      struct nvptx_stack *next = s->next;
      nvptx_cu.memory_free (s->start);
      free (s);
      s = next;
    }
}

/* Take all unused stacks off the list, and subtract their size.  With the lock
   held.  */
static struct nvptx_stack *
give_up_unused (struct nvptx_device *d)
{
  struct nvptx_stack *list = d->stacks.unused;
  d->stacks.unused = NULL;
  for (struct nvptx_stack *s = list; s != NULL; s = s->next)
    {
      gomp_invariant (s->size <= d->stacks.size,
                      "unused stacks have %zu bytes of %zu", s->size,
                      d->stacks.size);
      d->stacks.size -= s->size;
    }
  return list;
}

static COLD struct nvptx_stack *
create (struct nvptx_device *d, size_t size)
{
  if (nvptx_stream_renew (d) == NULL)
    return NULL;
  struct nvptx_stack *s = malloc (sizeof (*s));
  CUresult r = CUDA_ERROR_OUT_OF_MEMORY;
  if (s != NULL)
    {
      s->size = size;
      r = nvptx_cu.memory_alloc (&s->start, size);
      if (r == CUDA_SUCCESS)
        return s;
    }
  free (s);
  nvptx_failed (d, r, "allocating %zu bytes for the stacks of a launch", size);
  return NULL;
}

/* Wake all waiters: the stacks may be too small for one of them and large
   enough for another.  */
static inline void
wake_waiters (struct nvptx_stacks *p)
{
  atomic_fetch_add (&p->given.value, 1);
  if (unlikely (atomic_load (&p->given.sleepers) != 0))
    gomp_wait_wake (&p->given, INT_MAX, GOMP_WAIT_PRIVATE);
}

static COLD struct nvptx_stack *
take_slowly (struct nvptx_device *d, size_t size)
{
  struct nvptx_stacks *p = &d->stacks;
  for (;;)
    {
      struct nvptx_stack *old = NULL;
      unsigned seen = gomp_wait_value (&p->given);
      gomp_mutex_lock (&p->lock);
      struct nvptx_stack *s = find_best (d, size);
      bool fits = p->size + size <= nvptx_stacks_limit (d);
      if (s == NULL && !fits)
        {
          old = give_up_unused (d);
          fits = p->size + size <= nvptx_stacks_limit (d) || p->taken == 0;
        }
      if (s == NULL && fits)
        {
          p->size += size;
          p->taken++;
        }
      gomp_mutex_unlock (&p->lock);
      free_list (old);
      if (s != NULL)
        return s;
      if (!fits)
        {
          gomp_wait_sleep (&p->given, seen, GOMP_WAIT_PRIVATE, -1);
          continue;
        }
      s = create (d, size);
      if (s != NULL)
        return s;
      gomp_mutex_lock (&p->lock);
      p->size -= size;
      p->taken--;
      gomp_mutex_unlock (&p->lock);
      wake_waiters (p);
      return NULL;
    }
}

struct nvptx_stack *
nvptx_stacks_take (struct nvptx_device *d, size_t size)
{
  gomp_mutex_lock (&d->stacks.lock);
  struct nvptx_stack *s = find_best (d, size);
  gomp_mutex_unlock (&d->stacks.lock);
  return likely (s != NULL) ? s : take_slowly (d, size);
}

void
nvptx_stacks_give (struct nvptx_device *d, struct nvptx_stack *stack)
{
  gomp_mutex_lock (&d->stacks.lock);
  gomp_invariant (d->stacks.taken != 0, "stacks come back that were not taken");
  gomp_invariant (stack->size <= d->stacks.size,
                  "stacks of %zu bytes come back to %zu", stack->size,
                  d->stacks.size);
  stack->next = d->stacks.unused;
  d->stacks.unused = stack;
  d->stacks.taken--;
  gomp_mutex_unlock (&d->stacks.lock);
  wake_waiters (&d->stacks);
}

void
nvptx_stacks_release (struct nvptx_device *d)
{
  gomp_mutex_lock (&d->stacks.lock);
  struct nvptx_stack *old = give_up_unused (d);
  gomp_mutex_unlock (&d->stacks.lock);
  free_list (old);
}
