/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Surplus threads of a team, beyond the number of CPUs, while there are tasks.

   As many threads as there are CPUs run all tasks as quickly as more threads
   would.  Surplus threads take the CPU from the thread that makes the tasks, or
   fall asleep and are woken all the time.  So if a thread waits (barrier.c,
   pool.c) while that many others are awake, it retires after a while: it gives
   its tasks to the others and sleeps, although there may be more tasks.  A
   thread that makes tasks wakes a sleeper only if fewer threads are awake than
   there are CPUs, see gomp_task_wanted.

   The library does not know what tasks do.  If they sleep (files, networks),
   more threads than CPUs are useful: a thread that recently slept in a task
   does not retire.  If a task waits for another one without the library's
   knowledge, another thread has to run that one.  So one of the retired
   threads is the watchman.  It sleeps for some milliseconds at a time, and
   then checks two things: did any task wait all that time, and have as many
   threads as there are CPUs completed or made tasks?  If a task waited, or too
   few threads made progress, it goes to work.  */

#ifndef GOMP_TEAM_SURPLUS_H
#define GOMP_TEAM_SURPLUS_H

#include "os/os.h"
#include "sync/running.h"
#include "team/hooks.h"
#include "team/team.h"

/* The state of a resting thread; initially zero.  */
struct gomp_surplus
{
  uint64_t since;  /* when it was first seen to be surplus; 0: it is not */
  long sleeps;     /* how often it had slept by then */
  unsigned looks;  /* number of looks while it was not surplus */
  bool retires;    /* it should retire */
  bool watches;    /* is the watchman */
  bool stays;      /* it stays awake, since too few others are */
  unsigned rounds; /* number of watches without result */
  struct gomp_tasking_watch seen;
  uint64_t seen_cpu_ns; /* the process's CPU time when tasks were first seen */
};

/* It slept because there were no tasks, not in a task.  */
static inline void
gomp_surplus_slept (struct gomp_surplus *s)
{
  if (s->since != 0)
    s->sleeps = os_sleeps ();
}

/* SELF, which has waited, runs tasks of its team from now on.  */
static inline void
gomp_surplus_work (struct gomp_thread *self)
{
  if (atomic_load_explicit (&self->team->surplus, memory_order_relaxed) != 0)
    gomp_cpu_waiters_work (&self->cpu_waiters);
}

/* SELF has looked for tasks, or run one.  Should it retire now?  */
HIDDEN bool gomp_surplus_consider (struct gomp_surplus *s,
                                   struct gomp_thread *self) HOT;
/* SELF, which should retire, sleeps until WORD's value differs from SEEN, or
   its watch is over.  POLL: its word is as for gomp_wait_while_polling; its
   look calls gomp_surplus_is_needed, and does not look for tasks.  Returns the
   value.  */
HIDDEN unsigned gomp_surplus_retire (struct gomp_surplus *s,
                                     struct gomp_team *team,
                                     struct gomp_wait_word *word, unsigned seen,
                                     const struct gomp_wait_poll *poll);
/* The last look before that sleep: does no thread watch TEAM's tasks, or are
   too few awake to run them?  */
static inline bool
gomp_surplus_is_needed (struct gomp_surplus *s, struct gomp_team *team)
{
  /* Sequentially consistent: pairs with gomp_task_wanted, by the heavy fence
     before, and with itself.  */
  s->stays = !gomp_tasking_can_spare (team);
  return s->stays || (!s->watches && !atomic_load (&team->watched));
}

/* SURPLUS, which has changed, is the number in TEAM's regions from now on.  */
HIDDEN void gomp_surplus_set (struct gomp_team *team, unsigned surplus) COLD;
/* The number of surplus threads of TEAM's next region.  */
static inline void
gomp_surplus_begin (struct gomp_team *team)
{
  unsigned cpus = gomp_running_cpus ();
  unsigned surplus = 0;
  if (unlikely (team->nthreads > cpus) && team->bind == GOMP_BIND_FALSE)
    surplus = team->nthreads - cpus;
  if (unlikely (atomic_load_explicit (&team->surplus, memory_order_relaxed)
                != surplus))
    gomp_surplus_set (team, surplus);
  if (atomic_load_explicit (&team->overdue, memory_order_relaxed) != 0)
    atomic_store_explicit (&team->overdue, 0, memory_order_relaxed);
}

/* A sleeper of TEAM is awake, and about to look for tasks: the next sleeper
   may be woken.  */
static inline void
gomp_surplus_woken (struct gomp_team *team)
{
  if (!atomic_load_explicit (&team->called, memory_order_relaxed))
    return;
  atomic_store_explicit (&team->called, false, memory_order_relaxed);
  /* If a thread still saw the flag when it made a task, the look sees that
     task.  Pairs with gomp_task_wanted.  */
  os_fence_heavy ();
}

#endif
