/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Work-stealing deque, one thread: order, floor, bounds.  */

#include "tasking/deque.h"

#include <string.h>

#include "check.h"

static struct gomp_deque deque;
static int items[GOMP_DEQUE_CAPACITY + 1];

static void
fill (int count)
{
  memset (&deque, 0, sizeof (deque));
  for (int i = 0; i < count; i++)
    EXPECT (gomp_deque_push (&deque, &items[i]));
}

static void
owner_takes_youngest (void)
{
  for (int shared = 0; shared <= 1; shared++)
    {
      fill (3);
      EXPECT (gomp_deque_pop (&deque, 0, shared) == &items[2]);
      EXPECT (gomp_deque_pop (&deque, 0, shared) == &items[1]);
      EXPECT (gomp_deque_pop (&deque, 0, shared) == &items[0]);
      EXPECT (gomp_deque_pop (&deque, 0, shared) == NULL);
      EXPECT (gomp_deque_size (&deque) == 0);
    }
}

static void
thief_takes_oldest (void)
{
  bool lost = false;
  fill (2);
  EXPECT (gomp_deque_steal (&deque, NULL, NULL, &lost) == &items[0]);
  EXPECT (gomp_deque_pop (&deque, 0, true) == &items[1]);
  EXPECT (gomp_deque_steal (&deque, NULL, NULL, &lost) == NULL);
  EXPECT (!lost);
}

static void
floor_hides_older (void)
{
  fill (2);
  int64_t floor = gomp_deque_bottom (&deque);
  EXPECT (gomp_deque_pop (&deque, floor, true) == NULL);
  EXPECT (gomp_deque_push (&deque, &items[2]));
  EXPECT (gomp_deque_pop (&deque, floor, true) == &items[2]);
  EXPECT (gomp_deque_pop (&deque, floor, true) == NULL);
  EXPECT (gomp_deque_pop (&deque, 0, true) == &items[1]);
}

static void
full_says_no (void)
{
  fill (GOMP_DEQUE_CAPACITY);
  EXPECT (!gomp_deque_push (&deque, &items[GOMP_DEQUE_CAPACITY]));
  bool lost = false;
  EXPECT (gomp_deque_steal (&deque, NULL, NULL, &lost) == &items[0]);
  EXPECT (gomp_deque_push (&deque, &items[GOMP_DEQUE_CAPACITY]));
  EXPECT (gomp_deque_pop (&deque, 0, true) == &items[GOMP_DEQUE_CAPACITY]);
}

static bool
never (void *item, void *arg)
{
  (void)item;
  (void)arg;
  return false;
}

static void
choosy_thief_leaves_it (void)
{
  bool lost = false;
  fill (1);
  EXPECT (gomp_deque_steal (&deque, never, NULL, &lost) == NULL);
  EXPECT (!lost);
  EXPECT (gomp_deque_size (&deque) == 1);
}

int
main (void)
{
  RUN (owner_takes_youngest);
  RUN (thief_takes_oldest);
  RUN (floor_hides_older);
  RUN (full_says_no);
  RUN (choosy_thief_leaves_it);
  return check_done ();
}
