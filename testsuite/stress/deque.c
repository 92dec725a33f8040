/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Work-stealing deque: an owner pushes and pops at random, and thieves steal;
   some thieves take only some items.  Every item is taken exactly once.  */

#include "tasking/deque.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define ITEMS 200000
#define MAX_THIEVES 7

static struct gomp_deque deque;
static atomic_uchar taken[ITEMS];
static atomic_bool finished;

/* Items are numbers from 1.  */
static void
take (void *item)
{
  EXPECT (atomic_fetch_add (&taken[(size_t)item - 1], 1) == 0);
}

static bool
is_even (void *item, void *arg)
{
  (void)arg;
  return (size_t)item % 2 == 0;
}

static void *
thief (void *arg)
{
  bool (*may) (void *, void *) = arg == NULL ? NULL : is_even;
  while (!atomic_load (&finished))
    {
      bool lost = false;
      void *item = gomp_deque_steal (&deque, may, NULL, &lost);
      EXPECT (item == NULL || !lost);
      if (item != NULL)
        take (item);
    }
  return NULL;
}

static void
own (unsigned seed)
{
  size_t next = 1;
  while (next <= ITEMS)
    {
      for (int i = rand_r (&seed) % 8; i > 0 && next <= ITEMS; i--)
        if (gomp_deque_push (&deque, (void *)next))
          next++;
      for (int i = rand_r (&seed) % 8; i > 0; i--)
        {
          void *item = gomp_deque_pop (&deque, 0, true);
          if (item != NULL)
            take (item);
        }
    }
  void *item;
  while ((item = gomp_deque_pop (&deque, 0, true)) != NULL)
    take (item);
}

static void
run (int thieves)
{
  pthread_t threads[MAX_THIEVES];
  memset (taken, 0, sizeof (taken));
  memset (&deque, 0, sizeof (deque));
  atomic_store (&finished, false);
  for (int i = 0; i < thieves; i++)
    EXPECT (pthread_create (&threads[i], NULL, thief, i % 2 ? &deque : NULL)
            == 0);
  own (17 + thieves);
  atomic_store (&finished, true);
  for (int i = 0; i < thieves; i++)
    pthread_join (threads[i], NULL);
  size_t lost = 0;
  for (size_t i = 0; i < ITEMS; i++)
    lost += taken[i] != 1;
  EXPECT (lost == 0);
}

static void
one_thief (void)
{
  run (1);
}

static void
three_thieves (void)
{
  run (3);
}

static void
seven_thieves (void)
{
  run (7);
}

int
main (void)
{
  RUN (one_thief);
  RUN (three_thieves);
  RUN (seven_thieves);
  return check_done ();
}
