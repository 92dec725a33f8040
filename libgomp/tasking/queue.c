/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A locked priority queue; see queue.h.  Any thread may call; the queue's own
   lock protects everything.  It is held for O(log n) steps, or O(n) if the
   caller rejects items.  */

#include "tasking/queue.h"

#include <string.h>

#include "base/invariant.h"
#include "base/mem.h"

#define FIRST_ROOM 64

/* Priority in the upper half, then earlier pushes first.  */
static int64_t
make_rank (int priority, uint32_t push)
{
  return (int64_t)priority * ((int64_t)1 << 32) + (UINT32_MAX - push);
}

static void
swap (struct gomp_queue_entry *a, struct gomp_queue_entry *b)
{
  struct gomp_queue_entry t = *a;
  *a = *b;
  *b = t;
}

static void
sift_up (struct gomp_queue_entry *e, size_t i)
{
  while (i > 0 && e[(i - 1) / 2].rank < e[i].rank)
    {
      swap (&e[(i - 1) / 2], &e[i]);
      i = (i - 1) / 2;
    }
}

static void
sift_down (struct gomp_queue_entry *e, size_t count, size_t i)
{
  for (;;)
    {
      size_t best = i;
      for (size_t child = 2 * i + 1; child <= 2 * i + 2; child++)
        if (child < count && e[child].rank > e[best].rank)
          best = child;
      if (best == i)
        return;
      swap (&e[best], &e[i]);
      i = best;
    }
}

static size_t
count_locked (const struct gomp_queue *queue)
{
  return atomic_load_explicit (&queue->count, memory_order_relaxed);
}

/* Give QUEUE, which is locked, room for another entry.  The lock is given back
   meanwhile: without memory the program ends.  */
static void
make_room (struct gomp_queue *queue)
{
  size_t count;
  while ((count = count_locked (queue)) == queue->room)
    {
      size_t room = count == 0 ? FIRST_ROOM : 2 * count;
      gomp_mutex_unlock (&queue->lock);
      struct gomp_queue_entry *unused = gomp_xalloc (room * sizeof (*unused));
      gomp_mutex_lock (&queue->lock);
      /* Another thread may have been faster.  */
      if (queue->room < room)
        {
          struct gomp_queue_entry *old = queue->entries;
          if (old != NULL)
            memcpy (unused, old, count_locked (queue) * sizeof (*old));
          queue->entries = unused;
          queue->room = room;
          unused = old;
        }
      gomp_free (unused);
    }
}

/* QUEUE is locked and has room.  */
static void
put (struct gomp_queue *queue, void *item, int priority)
{
  size_t count = count_locked (queue);
  if (count == 0)
    queue->pushes = 0;
  queue->entries[count].rank = make_rank (priority, queue->pushes++);
  queue->entries[count].item = item;
  sift_up (queue->entries, count);
  /* Pairs with gomp_queue_empty.  */
  atomic_store (&queue->count, count + 1);
}

void
gomp_queue_push (struct gomp_queue *queue, void *item, int priority)
{
  gomp_mutex_lock (&queue->lock);
  make_room (queue);
  put (queue, item, priority);
  gomp_mutex_unlock (&queue->lock);
}

bool
gomp_queue_offer (struct gomp_queue *queue, void *item, int priority)
{
  gomp_mutex_lock (&queue->lock);
  bool has_room = count_locked (queue) < queue->room;
  if (has_room)
    put (queue, item, priority);
  gomp_mutex_unlock (&queue->lock);
  return has_room;
}

void
gomp_queue_reserve (struct gomp_queue *queue)
{
  if (queue->room != 0)
    return;
  gomp_mutex_lock (&queue->lock);
  make_room (queue);
  gomp_mutex_unlock (&queue->lock);
}

static void *
remove_at (struct gomp_queue *queue, size_t count, size_t i)
{
  struct gomp_queue_entry *e = queue->entries;
  void *item = e[i].item;
  gomp_invariant (i == 0 || e[(i - 1) / 2].rank >= e[i].rank,
                  "entry %zu of a queue comes before its parent", i);
  gomp_invariant (count <= queue->room, "a queue has %zu entries, room for %zu",
                  count, queue->room);
  gomp_invariant (count < 3
                      || (e[0].rank >= e[1].rank && e[0].rank >= e[2].rank),
                  "the first of %zu entries of a queue is not the best", count);
  e[i] = e[count - 1];
  atomic_store (&queue->count, count - 1);
  sift_down (e, count - 1, i);
  if (i < count - 1)
    sift_up (e, i);
  return item;
}

/* The best entry that MAY accepts, or COUNT.  */
static size_t
choose (struct gomp_queue *queue, size_t count,
        bool (*may) (void *item, void *arg), void *arg)
{
  struct gomp_queue_entry *e = queue->entries;
  if (count == 0 || may == NULL || may (e[0].item, arg))
    return 0;
  size_t best = count;
  for (size_t i = 1; i < count; i++)
    if ((best == count || e[i].rank > e[best].rank) && may (e[i].item, arg))
      best = i;
  return best;
}

void *
gomp_queue_take (struct gomp_queue *queue, bool (*may) (void *item, void *arg),
                 void *arg)
{
  if (gomp_queue_empty (queue))
    return NULL;
  gomp_mutex_lock (&queue->lock);
  size_t count = count_locked (queue);
  size_t i = choose (queue, count, may, arg);
  void *item = i < count ? remove_at (queue, count, i) : NULL;
  gomp_mutex_unlock (&queue->lock);
  return item;
}

void
gomp_queue_fini (struct gomp_queue *queue)
{
  gomp_free (queue->entries);
  *queue = (struct gomp_queue){ 0 };
}
