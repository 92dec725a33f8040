/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Waits of a thread that is bound to one CPU, beside a process that keeps this
   CPU busy: it spins on where another thread would sleep, without yields, but
   not if a thread of its own process wants the CPU.  The time slices are
   invented.  */

#include <string.h>

#include "check.h"
#include "sync/running.h"
#include "sync/wait.h"

#define SLICE_NS 2000000
#include "invented.h"

/* The waits are over after that long, and no spin without a slice lasts.  */
#define WAIT_NS 1000000
#define BUDGET_NS 100000

static struct
{
  unsigned cpus;  /* in the thread's mask */
  unsigned asked; /* the mask, so often */
} machine;

static struct gomp_wait_word word;
static uint64_t over_at;
static unsigned sleeps;

int
os_affinity_read (int thread, unsigned long *mask, size_t words)
{
  (void)thread;
  memset (mask, 0, words * sizeof (*mask));
  for (unsigned i = 0; i < machine.cpus; i++)
    gomp_mask_add (mask, i);
  machine.asked++;
  return 0;
}

static bool
look (void *arg)
{
  (void)arg;
  return sleeps != 0 || os_time_ns () >= over_at;
}

static bool
asleep (void *arg, bool entering)
{
  (void)arg;
  sleeps += entering;
  return false;
}

/* A wait; returns whether it would have slept.  */
static bool
wait_once (struct gomp_wait_poll poll, uint64_t ns)
{
  poll.look = look;
  poll.asleep = asleep;
  sleeps = yields = machine.asked = 0;
  over_at = os_time_ns () + ns;
  gomp_wait_while_polling (&word, gomp_wait_value (&word), &poll);
  return sleeps != 0;
}

/* Waits of a thread with so many CPUs in its mask lose two time slices, after
   which no yields are tried for some time, as after those of the test before
   this one.  */
static void
lose_slices (struct gomp_spin_habit *habit, struct gomp_cpu_waiters *waiters,
             unsigned cpus)
{
  machine.cpus = cpus;
  gomp_running.cpus = 1000;
  gomp_spin_policy.spin_ns = BUDGET_NS;
  gomp_spin_policy.fixed = false;
  slices = 2;
  for (int i = 0; slices != 0 && i < 100000; i++)
    wait_once (
        (struct gomp_wait_poll){ .habit = habit, .cpu_waiters = waiters },
        WAIT_NS);
  EXPECT (slices == 0);
}

static void
test_an_unbound_thread_sleeps (void)
{
  struct gomp_spin_habit habit = { 0 };
  struct gomp_cpu_waiters waiters = { 0 };
  struct gomp_wait_poll poll = { .habit = &habit, .cpu_waiters = &waiters };
  lose_slices (&habit, &waiters, 2);
  EXPECT (wait_once (poll, WAIT_NS));
  EXPECT (yields == 0);
  gomp_cpu_waiters_leave (&waiters);
}

static void
test_a_bound_thread_spins_on (void)
{
  struct gomp_spin_habit habit = { 0 };
  struct gomp_cpu_waiters waiters = { 0 };
  struct gomp_wait_poll poll = { .habit = &habit, .cpu_waiters = &waiters };
  lose_slices (&habit, &waiters, 1);
  EXPECT (!wait_once (poll, WAIT_NS));
  EXPECT (yields == 0);
  EXPECT (!wait_once (poll, WAIT_NS));
  EXPECT (machine.asked == 0);
  /* Not for ever.  */
  EXPECT (wait_once (poll, 3600000000000));
  gomp_cpu_waiters_leave (&waiters);
}

/* A slice that one wait has lost is a lesson for the others.  */
static void
test_other_bound_threads_spin_on (void)
{
  struct gomp_spin_habit habit = { 0 };
  struct gomp_spin_habit other = { 0 };
  struct gomp_cpu_waiters waiters = { 0 };
  struct gomp_wait_poll poll = { .habit = &other, .cpu_waiters = &waiters };
  lose_slices (&habit, &waiters, 1);
  EXPECT (!wait_once (poll, WAIT_NS));
  EXPECT (yields == 0);
  gomp_cpu_waiters_leave (&waiters);
}

/* All threads may be bound to the same CPU.  */
static void
test_it_makes_room_for_its_own_process (void)
{
  struct gomp_spin_habit habit = { 0 };
  struct gomp_cpu_waiters waiters = { 0 };
  struct gomp_cpu_waiters mate = { 0 };
  struct gomp_wait_poll poll = { .habit = &habit, .cpu_waiters = &waiters };
  lose_slices (&habit, &waiters, 1);
  gomp_cpu_waiters_work (&mate);
  EXPECT (wait_once (poll, WAIT_NS));
  atomic_uint never = 0;
  gomp_cpu_waiters_wait (&mate, &never, 0);
  EXPECT (!wait_once (poll, WAIT_NS));
  gomp_cpu_waiters_leave (&mate);
  gomp_cpu_waiters_leave (&waiters);
}

static void
test_what_the_user_sets_stays (void)
{
  struct gomp_spin_habit habit = { 0 };
  struct gomp_cpu_waiters waiters = { 0 };
  struct gomp_wait_poll poll = { .habit = &habit, .cpu_waiters = &waiters };
  lose_slices (&habit, &waiters, 1);
  gomp_spin_policy.fixed = true;
  EXPECT (wait_once (poll, WAIT_NS));
  gomp_spin_policy.fixed = false;
  poll.most_ns = 1;
  EXPECT (wait_once (poll, WAIT_NS));
  gomp_cpu_waiters_leave (&waiters);
}

/* The test stays on one CPU: threads are listed by it.  */
static void
stay_here (void)
{
  cpu_set_t set;
  CPU_ZERO (&set);
  CPU_SET (os_current_cpu (), &set);
  EXPECT (sched_setaffinity (0, sizeof (set), &set) == 0);
}

int
main (void)
{
  stay_here ();
  RUN (test_an_unbound_thread_sleeps);
  RUN (test_a_bound_thread_spins_on);
  RUN (test_other_bound_threads_spin_on);
  RUN (test_it_makes_room_for_its_own_process);
  RUN (test_what_the_user_sets_stays);
  return check_done ();
}
