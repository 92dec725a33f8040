/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the library learns from waits: long ones make spins short, short ones
   make them long again, and a budget that the user has set stays as it is.
   Which threads count as running.  */

#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

#include "check.h"
#include "sync/running.h"
#include "sync/wait.h"

#define LONG_MS 20
#define ROUNDS 20

static struct gomp_wait_word word;
static atomic_uint sleeps;
static bool until_asleep; /* the word is set while the other thread sleeps */

static bool
look (void *arg)
{
  (void)arg;
  return false;
}

static bool
asleep (void *arg, bool entering)
{
  (void)arg;
  atomic_fetch_add (&sleeps, entering);
  return false;
}

static void *
set_slowly (void *arg)
{
  (void)arg;
  for (unsigned i = 1; i <= ROUNDS; i++)
    {
      struct timespec ts = { 0, LONG_MS * 1000000 };
      while (until_asleep && atomic_load (&sleeps) < i)
        os_yield ();
      nanosleep (&ts, NULL);
      gomp_wait_set (&word, i, GOMP_WAIT_PRIVATE);
    }
  return NULL;
}

/* ROUNDS long waits.  */
static void
wait_slowly (struct gomp_spin_habit *habit)
{
  const struct gomp_wait_poll poll
      = { .look = look, .asleep = asleep, .habit = habit };
  pthread_t setter;
  atomic_store (&word.value, 0);
  atomic_store (&sleeps, 0);
  EXPECT (pthread_create (&setter, NULL, set_slowly, NULL) == 0);
  for (unsigned value = 0; value < ROUNDS;)
    value = gomp_wait_while_polling (&word, value, &poll);
  pthread_join (setter, NULL);
}

static void
set_policy (uint64_t spin_ns, bool fixed)
{
  gomp_spin_policy.spin_ns = spin_ns;
  gomp_spin_policy.fixed = fixed;
  gomp_running.cpus = 1000;
}

static void
test_long_waits_end_spins (void)
{
  struct gomp_spin_habit habit = { 0 };
  set_policy (1000000, false);
  until_asleep = true;
  wait_slowly (&habit);
  until_asleep = false;
  EXPECT (habit.usual_ns > 1000000);
}

static void *
set_soon (void *arg)
{
  unsigned next = *(unsigned *)arg + 1;
  struct timespec ts = { 0, 1000 };
  nanosleep (&ts, NULL);
  gomp_wait_set (&word, next, GOMP_WAIT_PRIVATE);
  return NULL;
}

/* Each of the waits is far shorter than what is usual, which the last of them
   make up.  */
static void
test_short_waits_count (void)
{
  struct gomp_spin_habit habit = { .usual_ns = UINT32_MAX / 2 };
  const struct gomp_wait_poll poll
      = { .look = look, .asleep = asleep, .habit = &habit };
  uint64_t longest = 0; /* of the second half */
  set_policy (100000, false);
  for (int i = 0; i < 100; i++)
    {
      unsigned value = gomp_wait_value (&word);
      pthread_t setter;
      uint64_t start = os_time_ns ();
      EXPECT (pthread_create (&setter, NULL, set_soon, &value) == 0);
      while (gomp_wait_value (&word) == value)
        gomp_wait_while_polling (&word, value, &poll);
      uint64_t took = os_time_ns () - start;
      if (i >= 50 && took > longest)
        longest = took;
      pthread_join (setter, NULL);
    }
  EXPECT (habit.usual_ns <= longest + 1000000);
}

static void
test_fixed_budget_stays (void)
{
  struct gomp_spin_habit habit = { .usual_ns = UINT32_MAX / 2 };
  set_policy (UINT64_MAX, true);
  wait_slowly (&habit);
  EXPECT (atomic_load (&sleeps) == 0);
  /* Asleep in each of them, or they do not end.  */
  set_policy (0, true);
  until_asleep = true;
  wait_slowly (&habit);
  until_asleep = false;
  EXPECT (atomic_load (&sleeps) >= ROUNDS);
}

/* Waits of 20 ms use next to no CPU time, though spins may last for ever.  */
static bool
spins_little (void)
{
  struct gomp_spin_habit habit = { 0 };
  struct timespec before, after;
  set_policy (UINT64_MAX, true);
  gomp_running.cpus = 2;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &before);
  wait_slowly (&habit);
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &after);
  return (after.tv_sec - before.tv_sec) * 1000000000L + after.tv_nsec
             - before.tv_nsec
         < ROUNDS * LONG_MS * 1000000L / 4;
}

static void
test_threads_that_outnumber_cpus_do_not_spin (void)
{
  gomp_running_count (2);
  gomp_running_count_foreign (1);
  EXPECT (spins_little ());
  gomp_running_count (-2);
  gomp_running_count_foreign (-1);
}

/* The same where the threads are another copy's of the library.  */
static void
test_threads_of_other_copies_count (void)
{
  atomic_uint count = 2;
  gomp_running_count_foreign (1);
  atomic_store (&gomp_running.shared_count, &count);
  EXPECT (gomp_running_threads () == 3);
  EXPECT (spins_little ());
  atomic_store (&gomp_running.shared_count, NULL);
  gomp_running_count_foreign (-1);
}

static void *
park (void *arg)
{
  struct gomp_wait_word *dock = arg;
  const struct gomp_wait_poll poll
      = { .look = look, .asleep = asleep, .has_no_work = true };
  while (gomp_wait_number (dock) == 0)
    gomp_wait_while_polling (dock, 0, &poll);
  return NULL;
}

/* One that released a lock may wake who sleeps on memory that was the lock's;
   and a wake-up may come when the thread is not asleep yet, or no more.  */
static void
test_stray_wakes_leave_the_count (void)
{
  struct gomp_wait_word dock = { 0 };
  pthread_t parked;
  set_policy (0, true);
  gomp_running_count_foreign (1);
  for (int i = 0; i < 200; i++)
    {
      gomp_wait_init (&dock, 0);
      gomp_running_count (1);
      EXPECT (pthread_create (&parked, NULL, park, &dock) == 0);
      for (int strays = i % 8; strays > 0; strays--)
        while (os_futex_wake (&dock.value, 1, GOMP_WAIT_PRIVATE) == 0)
          os_yield ();
      if (i % 2 != 0)
        while (gomp_running_threads () != 1)
          os_yield ();
      gomp_wait_advance (&dock);
      pthread_join (parked, NULL);
      EXPECT (gomp_running_threads () == 2);
      gomp_running_count (-1);
    }
  gomp_running_count_foreign (-1);
}

/* Nobody changes the word, but what LOOK wants comes while the waiter is about
   to sleep.  */
static bool
look_at_what_came (void *arg)
{
  return atomic_load ((atomic_bool *)arg);
}

static bool
comes_now (void *arg, bool entering)
{
  if (entering)
    atomic_store ((atomic_bool *)arg, true);
  return entering;
}

static void
test_limited_waits_look_before_they_sleep (void)
{
  atomic_bool came = false;
  const struct gomp_wait_poll poll = { .look = look_at_what_came,
                                       .asleep = comes_now,
                                       .arg = &came,
                                       .most_ns = UINT64_C (3600000000000) };
  unsigned value = gomp_wait_value (&word);
  set_policy (0, true);
  EXPECT (gomp_wait_while_polling (&word, value, &poll) == value);
  EXPECT (came);
}

/* Also those that would spin for ever.  */
static void
test_limited_waits_end (void)
{
  const struct gomp_wait_poll poll
      = { .look = look, .asleep = asleep, .most_ns = 1000000 };
  unsigned value = gomp_wait_value (&word);
  for (int spins = 0; spins <= 1; spins++)
    {
      set_policy (spins ? UINT64_MAX : 0, true);
      EXPECT (gomp_wait_while_polling (&word, value, &poll) == value);
    }
}

static volatile sig_atomic_t signals;

/* Only a wait that does not end by itself sees this many.  */
static void
count_signal (int signal)
{
  (void)signal;
  if (++signals == 4000)
    gomp_wait_set (&word, 1, GOMP_WAIT_PRIVATE);
}

/* A profiler's signals interrupt each sleep.  */
static void
test_limited_sleeps_end_beside_signals (void)
{
  struct sigaction action = { .sa_handler = count_signal }, before;
  struct itimerval each = { { 0, 1000 }, { 0, 1000 } },
                   never = { { 0, 0 }, { 0, 0 } };
  atomic_store (&word.value, 0);
  EXPECT (sigaction (SIGALRM, &action, &before) == 0);
  EXPECT (setitimer (ITIMER_REAL, &each, NULL) == 0);
  EXPECT (gomp_wait_sleep (&word, 0, GOMP_WAIT_PRIVATE, 50000000) == 0);
  EXPECT (setitimer (ITIMER_REAL, &never, NULL) == 0);
  EXPECT (sigaction (SIGALRM, &before, NULL) == 0);
  EXPECT (signals > 0);
}

int
main (void)
{
  RUN (test_long_waits_end_spins);
  RUN (test_short_waits_count);
  RUN (test_fixed_budget_stays);
  RUN (test_threads_that_outnumber_cpus_do_not_spin);
  RUN (test_threads_of_other_copies_count);
  RUN (test_stray_wakes_leave_the_count);
  RUN (test_limited_waits_look_before_they_sleep);
  RUN (test_limited_waits_end);
  RUN (test_limited_sleeps_end_beside_signals);
  return check_done ();
}
