/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-sanitizer-options "allocator_may_return_null=1" } */
/* The team's shared task queue: in the order of priorities, and first in first
   out among equals; threads that take only some tasks.  No lock is held where
   the program ends for want of memory.  */

#include "tasking/queue.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

#define ITEMS 1000

static int priorities[ITEMS];

static void
order (void)
{
  struct gomp_queue queue = { 0 };
  unsigned seed = 4;
  for (int i = 0; i < ITEMS; i++)
    {
      priorities[i] = rand_r (&seed) % 7;
      gomp_queue_push (&queue, &priorities[i], priorities[i]);
    }
  int *last = NULL;
  for (int i = 0; i < ITEMS; i++)
    {
      int *item = gomp_queue_take (&queue, NULL, NULL);
      EXPECT (item != NULL);
      EXPECT (last == NULL || *last > *item || (*last == *item && last < item));
      last = item;
    }
  EXPECT (gomp_queue_empty (&queue));
  EXPECT (gomp_queue_take (&queue, NULL, NULL) == NULL);
  gomp_queue_fini (&queue);
}

static bool
is_arg (void *item, void *arg)
{
  return *(int *)item == *(int *)arg;
}

static void
choosy (void)
{
  struct gomp_queue queue = { 0 };
  for (int i = 0; i < ITEMS; i++)
    {
      priorities[i] = i;
      gomp_queue_push (&queue, &priorities[i], i);
    }
  for (int wanted = 0; wanted < ITEMS; wanted += 3)
    EXPECT (gomp_queue_take (&queue, is_arg, &wanted) == &priorities[wanted]);
  int absent = 0;
  EXPECT (gomp_queue_take (&queue, is_arg, &absent) == NULL);
  int last = ITEMS;
  int *item;
  while ((item = gomp_queue_take (&queue, NULL, NULL)) != NULL)
    {
      EXPECT (*item < last);
      last = *item;
    }
  gomp_queue_fini (&queue);
}

static struct gomp_queue full;

static void
at_exit (void)
{
  _exit (gomp_mutex_trylock (&full.lock) ? 7 : 8);
}

static void
without_memory (void)
{
  int status, item;
  pid_t child = fork ();
  if (child == 0)
    {
      const size_t many = (size_t)1 << (sizeof (many) > 4 ? 50 : 27);
      atomic_store (&full.count, many);
      full.room = many;
      atexit (at_exit);
      gomp_queue_push (&full, &item, 0);
      _exit (9);
    }
  EXPECT (waitpid (child, &status, 0) == child);
  EXPECT (WIFEXITED (status) && WEXITSTATUS (status) == 7);
}

/* An offer takes no memory.  */
static void
offers (void)
{
  struct gomp_queue queue = { 0 };
  EXPECT (!gomp_queue_offer (&queue, &priorities[0], 0));
  EXPECT (gomp_queue_empty (&queue));
  gomp_queue_reserve (&queue);
  int taken = 0;
  while (taken < ITEMS && gomp_queue_offer (&queue, &priorities[taken], 0))
    taken++;
  EXPECT (taken > 0 && taken < ITEMS);
  for (int i = 0; i < taken; i++)
    EXPECT (gomp_queue_take (&queue, NULL, NULL) == &priorities[i]);
  EXPECT (gomp_queue_empty (&queue));
  gomp_queue_fini (&queue);
}

int
main (void)
{
  RUN (offers);
  RUN (order);
  RUN (choosy);
  RUN (without_memory);
  return check_done ();
}
