/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* When a thread moves to another CPU, and to which, on an invented machine with
   four CPUs.  The thread itself stays on the first CPU that it may use here;
   the test takes its number for the first of the four.  */

#include <string.h>

#include "check.h"
#include "sync/spread.h"
#include "sync/wait.h"

#define SLICE_NS 3000000
#include "invented.h"

#define CPUS 4

static struct
{
  unsigned first;               /* number of the first CPU */
  unsigned long mask;           /* of the thread, from there */
  unsigned short threads[CPUS]; /* on each CPU */
  unsigned looks;               /* at these */
  unsigned moves;
  unsigned long to[2]; /* where it went first, and last */
  bool filtered;       /* may not move threads */
  int refusal;         /* what a move fails for, or 0 */
} machine;

/* In the place of the system's: the rest of os/affinity.c, and os/migrate.c. */
int
os_affinity_read (int thread, unsigned long *mask, size_t words)
{
  (void)thread;
  memset (mask, 0, words * sizeof (*mask));
  for (unsigned i = 0; i < CPUS; i++)
    if ((machine.mask >> i & 1) != 0)
      gomp_mask_add (mask, machine.first + i);
  return 0;
}

int
os_threads_count (unsigned short *threads, size_t cpus)
{
  memset (threads, 0, cpus * sizeof (*threads));
  memcpy (threads + machine.first, machine.threads, sizeof (machine.threads));
  machine.looks++;
  return 0;
}

bool
os_migrate_is_allowed (void)
{
  return !machine.filtered;
}

int
os_migrate_thread (const unsigned long *mask, const unsigned long *to,
                   size_t words)
{
  (void)mask;
  unsigned long where = 0;
  for (unsigned i = 0; i < CPUS; i++)
    if (gomp_mask_has (to, words, machine.first + i))
      where |= 1ul << i;
  machine.to[machine.moves++ > 0] = where;
  return machine.refusal;
}

static void
stay_here (void)
{
  cpu_set_t set;
  machine.first = os_current_cpu ();
  CPU_ZERO (&set);
  CPU_SET (machine.first, &set);
  EXPECT (sched_setaffinity (0, sizeof (set), &set) == 0);
}

/* Let TRY try at once, with so many threads on each CPU.  */
static void
let_try (void (*try) (uint64_t), unsigned long mask, unsigned first,
         unsigned second, unsigned third, unsigned fourth)
{
  unsigned threads[CPUS] = { first, second, third, fourth };
  machine.mask = mask;
  machine.looks = machine.moves = 0;
  for (unsigned i = 0; i < CPUS; i++)
    machine.threads[i] = (unsigned short)threads[i];
  gomp_spread.next_at = 0;
  try (os_time_ns ());
  EXPECT (!gomp_spread.moving);
}

static void
try_with (unsigned long mask, unsigned first, unsigned second, unsigned third,
          unsigned fourth)
{
  let_try (gomp_spread_try, mask, first, second, third, fourth);
}

static void
test_goes_where_the_fewest_are (void)
{
  try_with (0xf, 2, 0, 1, 0);
  EXPECT (machine.moves >= 1 && machine.to[0] == 0xa);
  try_with (0xf, 4, 2, 2, 3);
  EXPECT (machine.moves >= 1 && machine.to[0] == 0x6);
}

static void
test_stays_where_it_is_as_good (void)
{
  try_with (0xf, 1, 0, 0, 0);
  try_with (0xf, 2, 1, 1, 1);
  try_with (0xf, 1, 3, 1, 1);
  EXPECT (machine.moves == 0);
  EXPECT (machine.looks == 1);
}

static void
test_keeps_to_its_mask (void)
{
  try_with (0x5, 2, 0, 0, 0);
  EXPECT (machine.moves >= 1 && machine.to[0] == 0x4);
  try_with (0x1, 2, 0, 0, 0);
  EXPECT (machine.moves == 0);
}

/* The thread that it waits for belongs to another process.  */
static void
test_leaves_a_partner (void)
{
  let_try (gomp_spread_from_partner, 0x3, 1, 0, 0, 0);
  EXPECT (machine.moves == 1 && machine.to[0] == 0x2);
  let_try (gomp_spread_from_partner, 0x3, 1, 1, 0, 0);
  EXPECT (machine.moves == 0);
  let_try (gomp_spread_from_partner, 0x1, 1, 0, 0, 0);
  EXPECT (machine.moves == 0);
}

/* Others keep the other CPU busy.  */
static void
test_comes_back_from_a_busy_cpu (void)
{
  slices = 2;
  try_with (0x3, 2, 0, 0, 0);
  EXPECT (machine.moves == 2);
  EXPECT (machine.to[1] == 0x1);
  EXPECT (gomp_spread.next_at > os_time_ns () + 500000000);
}

/* Work of the idle class has the first yield alone.  */
static void
test_does_not_give_way_to_idle_work (void)
{
  slices = 1;
  try_with (0x3, 2, 0, 0, 0);
  EXPECT (machine.moves == 1);
}

static void
test_tries_seldom (void)
{
  try_with (0xf, 2, 0, 1, 0);
  uint64_t next = gomp_spread.next_at;
  gomp_spread_try (next - 1);
  EXPECT (machine.looks == 1);
  gomp_spread.next_at = UINT64_MAX;
  gomp_spread_try (UINT64_MAX - 1);
  EXPECT (machine.looks == 1);
}

/* A program that filters its system calls from some time on.  */
static void
test_ceases_for_good (void)
{
  machine.filtered = true;
  try_with (0xf, 2, 0, 0, 0);
  machine.filtered = false;
  EXPECT (machine.looks == 0);
  EXPECT (gomp_spread.next_at == UINT64_MAX);
}

/* A container, or a security module, that lets no mask be set.  */
static void
test_asks_once_if_refused (void)
{
  machine.refusal = EPERM;
  slices = 0;
  try_with (0xf, 2, 0, 0, 0);
  EXPECT (machine.moves == 1);
  EXPECT (gomp_spread.next_at == UINT64_MAX);
}

/* The process lost the CPUs of the mask that was read.  */
static void
test_goes_on_after_other_failures (void)
{
  machine.refusal = EINVAL;
  try_with (0xf, 2, 0, 0, 0);
  machine.refusal = 0;
  EXPECT (machine.moves == 1);
  EXPECT (gomp_spread.next_at < UINT64_MAX);
}

/* The thread that was at it when the process forked.  */
static void
test_goes_on_in_a_child (void)
{
  gomp_spread.moving = true;
  gomp_spread.next_at = UINT64_MAX;
  gomp_spread_forked ();
  EXPECT (gomp_spread.next_at == 0);
  gomp_spread.next_at = UINT64_MAX;
  gomp_spread_forked ();
  EXPECT (gomp_spread.next_at == UINT64_MAX);
}

int
main (void)
{
  stay_here ();
  RUN (test_goes_where_the_fewest_are);
  RUN (test_stays_where_it_is_as_good);
  RUN (test_keeps_to_its_mask);
  RUN (test_leaves_a_partner);
  RUN (test_comes_back_from_a_busy_cpu);
  RUN (test_does_not_give_way_to_idle_work);
  RUN (test_tries_seldom);
  RUN (test_ceases_for_good);
  RUN (test_asks_once_if_refused);
  RUN (test_goes_on_after_other_failures);
  RUN (test_goes_on_in_a_child);
  return check_done ();
}
