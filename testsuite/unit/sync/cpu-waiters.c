/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads that share a CPU: which of them seems to be alone.  One thread plays
   all of them.  */

#define _GNU_SOURCE 1
#include <sched.h>

#include "check.h"
#include "os/os.h"
#include "sync/cpu_waiters.h"

#define MANY 100

static atomic_uint word, other_word;

/* All of them have to be on one CPU.  */
static void
stay_here (void)
{
  cpu_set_t set;
  CPU_ZERO (&set);
  CPU_SET (os_current_cpu (), &set);
  EXPECT (sched_setaffinity (0, sizeof (set), &set) == 0);
}

static void
test_a_thread_that_works_is_company (void)
{
  struct gomp_cpu_waiters mine = { 0 }, other = { 0 };
  gomp_cpu_waiters_wait (&mine, &word, 0);
  EXPECT (gomp_cpu_waiters_is_alone (&mine));
  gomp_cpu_waiters_wait (&other, &other_word, 5);
  EXPECT (!gomp_cpu_waiters_is_alone (&mine));
  gomp_cpu_waiters_work (&other);
  EXPECT (!gomp_cpu_waiters_is_alone (&mine));
  gomp_cpu_waiters_leave (&other);
  EXPECT (gomp_cpu_waiters_is_alone (&mine));
  gomp_cpu_waiters_leave (&mine);
}

/* What a thread waits for may have happened before it is seen to go on.  */
/* A thread that was woken may run on another CPU next.  */
static void
test_only_a_thread_that_works_is_sure_to_be_here (void)
{
  struct gomp_cpu_waiters mine = { 0 }, other = { 0 };
  gomp_cpu_waiters_work (&mine);
  EXPECT (!gomp_cpu_waiters_is_shared (&mine));
  gomp_cpu_waiters_wait (&other, &other_word, 0);
  EXPECT (!gomp_cpu_waiters_is_shared (&mine));
  gomp_cpu_waiters_wait (&other, &other_word, 5);
  EXPECT (!gomp_cpu_waiters_is_shared (&mine));
  gomp_cpu_waiters_work (&other);
  EXPECT (gomp_cpu_waiters_is_shared (&mine));
  gomp_cpu_waiters_leave (&other);
  EXPECT (!gomp_cpu_waiters_is_shared (&mine));
  gomp_cpu_waiters_leave (&mine);
}

static void
test_a_thread_that_can_go_on_is_company (void)
{
  struct gomp_cpu_waiters mine = { 0 }, other = { 0 };
  gomp_cpu_waiters_wait (&other, &other_word, 0);
  gomp_cpu_waiters_wait (&mine, &word, 0);
  EXPECT (gomp_cpu_waiters_is_alone (&mine));
  atomic_store (&other_word, 1);
  EXPECT (!gomp_cpu_waiters_is_alone (&mine));
  gomp_cpu_waiters_wait (&other, &other_word, 1);
  EXPECT (gomp_cpu_waiters_is_alone (&mine));
  atomic_store (&word, 1);
  EXPECT (!gomp_cpu_waiters_is_alone (&other));
  atomic_store (&word, 0);
  atomic_store (&other_word, 0);
  gomp_cpu_waiters_leave (&other);
  gomp_cpu_waiters_leave (&mine);
}

/* More threads on a CPU than there is room for.  */
static void
test_nobody_is_alone_among_many (void)
{
  struct gomp_cpu_waiters mine = { 0 }, others[MANY] = { 0 };
  gomp_cpu_waiters_wait (&mine, &word, 0);
  for (int i = 0; i < MANY; i++)
    gomp_cpu_waiters_wait (&others[i], &word, 0);
  EXPECT (!gomp_cpu_waiters_is_alone (&mine));
  EXPECT (!gomp_cpu_waiters_is_alone (&others[MANY - 1]));
  for (int i = MANY - 1; i >= 0; i--)
    gomp_cpu_waiters_leave (&others[i]);
  EXPECT (gomp_cpu_waiters_is_alone (&mine));
  gomp_cpu_waiters_leave (&mine);
}

static void
test_a_child_starts_anew (void)
{
  struct gomp_cpu_waiters mine = { 0 }, others[MANY] = { 0 };
  for (int i = 0; i < MANY; i++)
    gomp_cpu_waiters_work (&others[i]);
  gomp_cpu_waiters_forked ();
  gomp_cpu_waiters_wait (&mine, &word, 0);
  EXPECT (gomp_cpu_waiters_is_alone (&mine));
  gomp_cpu_waiters_leave (&mine);
}

int
main (void)
{
  stay_here ();
  RUN (test_a_thread_that_works_is_company);
  RUN (test_only_a_thread_that_works_is_sure_to_be_here);
  RUN (test_a_thread_that_can_go_on_is_company);
  RUN (test_nobody_is_alone_among_many);
  RUN (test_a_child_starts_anew);
  return check_done ();
}
