/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads map, use and unmap the same variables concurrently, several in one
   construct and in any order.  Each thread has a cell of each variable.  While
   the thread has mapped the variable, and whichever other threads map or unmap
   it, the cell goes to the device and comes back with the right value; the last
   unmapping copies all cells back.  There is no deadlock.  */

#define REGIONS(X)                                                             \
  X (raise_cells)                                                              \
  X (raise_behind)
#include "../unit/offload/target.h"

#include "random.h"

#define THREADS 4
#define VARIABLES 4
#define ROUNDS 400

/* By thread.  */
static int cells[VARIABLES][THREADS];

/* A pointer and what it points to, mapped and attached.  */
static struct holder
{
  long before;
  int *pointer;
} holder;
static int behind[THREADS];

static void
raise_cells (void **slots)
{
  int me = (int)(intptr_t)slots[0], count = (int)(intptr_t)slots[1];
  for (int i = 0; i < count; i++)
    ((int *)real (slots[2 + i]))[me]++;
}

static void
raise_behind (void **slots)
{
  const struct holder *there = real (slots[1]);
  ((int *)real (there->pointer))[(intptr_t)slots[0]]++;
}

struct worker
{
  pthread_t thread;
  uint64_t random;
  int me;
  int value[VARIABLES];      /* what the own cells are */
  int value_behind;          /* likewise */
  unsigned order[VARIABLES]; /* the variables that a round uses */
  unsigned count;
};

static void
choose (struct worker *w)
{
  random_order (&w->random, w->order, VARIABLES);
  w->count = 1 + random_below (&w->random, VARIABLES);
}

/* Clauses for the variables, in another order.  */
static void
clause_all (struct worker *w, int kind, int other_kind)
{
  unsigned again[VARIABLES];
  random_order (&w->random, again, w->count);
  for (unsigned i = 0; i < w->count; i++)
    clause (random_below (&w->random, 2) ? kind : other_kind,
            cells[w->order[again[i]]], sizeof (cells[0]));
}

/* While the variables are mapped.  */
static void
use (struct worker *w)
{
  for (unsigned i = 0; i < w->count; i++)
    {
      cells[w->order[i]][w->me] = ++w->value[w->order[i]];
      clause (TO, &cells[w->order[i]][w->me], sizeof (int));
    }
  update ();
  clause (VALUE, (void *)(intptr_t)w->me, sizeof (int));
  clause (VALUE, (void *)(intptr_t)w->count, sizeof (int));
  for (unsigned i = 0; i < w->count; i++)
    clause (TOFROM, cells[w->order[i]], sizeof (cells[0]));
  target (host_raise_cells);
  for (unsigned i = 0; i < w->count; i++)
    {
      w->value[w->order[i]]++;
      clause (FROM, &cells[w->order[i]][w->me], sizeof (int));
    }
  update ();
  for (unsigned i = 0; i < w->count; i++)
    EXPECT (cells[w->order[i]][w->me] == w->value[w->order[i]]);
}

static void
between_directives (struct worker *w)
{
  clause_all (w, TO, TOFROM);
  enter ();
  use (w);
  clause_all (w, FROM, RELEASE);
  leave ();
}

static void
in_a_region (struct worker *w)
{
  clause_all (w, TO, TOFROM);
  GOMP_target_data_ext (device, clauses, hosts, sizes, kinds);
  clauses = 0;
  use (w);
  GOMP_target_end_data ();
}

/* One construct maps, uses and unmaps: only the own cells are certain.  */
static void
in_one_construct (struct worker *w)
{
  clause (VALUE, (void *)(intptr_t)w->me, sizeof (int));
  clause (VALUE, (void *)(intptr_t)w->count, sizeof (int));
  for (unsigned i = 0; i < w->count; i++)
    clause (TO, cells[w->order[i]], sizeof (cells[0]));
  target (host_raise_cells);
}

static void
with_a_pointer (struct worker *w)
{
  clause (TO, &holder, sizeof (holder));
  clause (TO, behind, sizeof (behind));
  clause (ATTACH, &holder.pointer, 0);
  enter ();
  behind[w->me] = ++w->value_behind;
  clause (TO, &behind[w->me], sizeof (int));
  update ();
  clause (VALUE, (void *)(intptr_t)w->me, sizeof (int));
  clause (TOFROM, &holder, sizeof (holder));
  target (host_raise_behind);
  w->value_behind++;
  clause (FROM, &behind[w->me], sizeof (int));
  update ();
  EXPECT (behind[w->me] == w->value_behind);
  clause (DETACH, &holder.pointer, 0);
  clause (RELEASE, behind, sizeof (behind));
  clause (RELEASE, &holder, sizeof (holder));
  leave ();
}

static void *
work (void *arg)
{
  struct worker *w = arg;
  for (long i = 0; i < ROUNDS * random_factor; i++)
    {
      choose (w);
      switch (random_below (&w->random, 6))
        {
        case 0:
        case 1:
          between_directives (w);
          break;
        case 2:
        case 3:
          in_a_region (w);
          break;
        case 4:
          in_one_construct (w);
          break;
        default:
          with_a_pointer (w);
        }
    }
  return NULL;
}

static void
side_by_side (void)
{
  static struct worker workers[THREADS];
  struct gomp_device *d = gomp_device_open (device);
  size_t before = d->map.tree.count;
  holder.pointer = behind;
  for (int i = 0; i < THREADS; i++)
    {
      workers[i].me = i;
      workers[i].random = random_start ((uint64_t)i);
      pthread_create (&workers[i].thread, NULL, work, &workers[i]);
    }
  for (int i = 0; i < THREADS; i++)
    pthread_join (workers[i].thread, NULL);
  EXPECT (d->map.tree.count == before && gomp_tree_is_valid (&d->map.tree));
}

/* Two threads that take the same two variables in opposite orders, one of them
   with a construct that gives up the first before it looks at the second.  A
   round may take two switches between threads, so there are as many as there is
   time for.  */
#define LONGEST_NS 1000000000
static atomic_uint turn;
static atomic_uint end_round; /* both leave as it begins; 0: not known */

static void
await_turn (unsigned round)
{
  atomic_fetch_add (&turn, 1);
  while (atomic_load (&turn) < 2 * round)
    os_yield ();
}

static void *
map_both (void *arg)
{
  for (unsigned i = 1;; i++)
    {
      await_turn (i);
      if (i == atomic_load (&end_round))
        return arg;
      clause (ALLOC, cells[1], sizeof (cells[1]));
      clause (ALLOC, cells[0], sizeof (cells[0]));
      GOMP_target_data_ext (device, clauses, hosts, sizes, kinds);
      clauses = 0;
      GOMP_target_end_data ();
    }
}

static void
opposite_orders (void)
{
  pthread_t other;
  unsigned rounds = (unsigned)(10 * ROUNDS * random_factor), i;
  uint64_t end = os_time_ns () + LONGEST_NS * (uint64_t)random_factor;
  atomic_store (&turn, 0);
  atomic_store (&end_round, 0);
  pthread_create (&other, NULL, map_both, NULL);
  for (i = 1; i <= rounds && os_time_ns () < end; i++)
    {
      clause (ALLOC, cells[0], sizeof (cells[0]));
      enter ();
      await_turn (i);
      clause (RELEASE, cells[0], sizeof (cells[0]));
      clause (RELEASE, cells[1], sizeof (cells[1]));
      leave ();
    }
  atomic_store (&end_round, i);
  await_turn (i);
  pthread_join (other, NULL);
}

static void
seen_memory (void)
{
  device = 0;
  side_by_side ();
  opposite_orders ();
}

static void
unseen_memory (void)
{
  device = 1;
  side_by_side ();
  opposite_orders ();
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  make_devices ();
  RUN (seen_memory);
  RUN (unseen_memory);
  return check_done ();
}
