/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* When threads beyond the CPUs retire and come back; see surplus.h.

   Owns team->watched, team->surplus during a region, and the resting thread's
   part.  Any thread of the team calls, for itself.  The counts are hints, since
   they may change at any time.

   A task never remains while all threads that could run it sleep.  As long as a
   thread is retired, either there is a watchman, or the thread that makes a
   task available after the last watchman stopped wakes a sleeper.  A thread
   that retires and finds no watchman at its last look becomes one.  If it finds
   that fewer threads are awake than there are CPUs, it stays: they may have
   gone to sleep before it gave its tasks away.

   Model: testsuite/models/surplus.pml.  */

#include "team/surplus.h"

#include "os/os.h"
#include "sync/spread.h"

/* A thread retires that long after it was found to be too many (rows
   work-*).  */
#define RETIRE_NS 100000
/* The same if another thread has already retired, and for a thread that has its
   CPU to itself (rows work-*).  */
#define FOLLOW_NS 10000
#define ALONE_NS 20000000
/* The rest changes none of the rows work-* within a factor of four
   (bench/README.md).  */

/* After so many tasks and looks, a remaining thread checks whether it shares
   its CPU.  */
#define LOOKS 16
/* How long the watchman sleeps at first, and how often that is doubled.  */
#define WATCH_NS 4000000
#define MOST_ROUNDS 3
/* CPU time of the process after which a task should have been taken.  */
#define OVERDUE_NS 8000000
/* After so many tasks that waited for a retired thread, no thread retires any
   more in the region.  */
#define MOST_OVERDUE 3

/* As far as is known, none of our other threads works on this CPU.  */
static bool
is_alone (struct gomp_thread *self)
{
  gomp_cpu_waiters_follow (&self->cpu_waiters);
  return gomp_cpu_waiters_is_alone (&self->cpu_waiters);
}

/* A thread that stays awake: another CPU may have none.  Meanwhile all its
   chains of tasks get on.  */
static void
part (struct gomp_surplus *s, struct gomp_thread *self)
{
  if (++s->looks % LOOKS != 0)
    return;
  gomp_tasking_turn (self);
  if (!self->cpu_waiters.movable || is_alone (self))
    return;
  uint64_t now = os_time_ns ();
  if (now < atomic_load_explicit (&gomp_spread.next_at, memory_order_relaxed))
    return;
  gomp_spread_try (now);
  gomp_cpu_waiters_follow (&self->cpu_waiters);
}

/* How long one that is too many goes on.  If no other thread works on its CPU,
   that would be idle without it, maybe as long as a time slice: woken threads
   wait on the other CPUs, behind those that work there.  */
static uint64_t
patience (struct gomp_thread *self)
{
  gomp_cpu_waiters_follow (&self->cpu_waiters);
  if (!gomp_cpu_waiters_is_shared (&self->cpu_waiters))
    return ALONE_NS;
  return atomic_load_explicit (&self->team->watched, memory_order_relaxed)
             ? FOLLOW_NS
             : RETIRE_NS;
}

void
gomp_surplus_set (struct gomp_team *team, unsigned surplus)
{
  /* Relaxed: published with the command to start.  */
  atomic_store_explicit (&team->surplus, surplus, memory_order_relaxed);
  if (surplus != 0)
    gomp_tasking_reserve (team);
}

bool
gomp_surplus_consider (struct gomp_surplus *s, struct gomp_thread *self)
{
  struct gomp_team *team = self->team;
  unsigned surplus
      = atomic_load_explicit (&team->surplus, memory_order_relaxed);
  if (likely (surplus == 0))
    return false;
  if (!atomic_load_explicit (&team->had_tasks, memory_order_relaxed))
    return false;
  if (atomic_load_explicit (&team->idle, memory_order_relaxed) >= surplus)
    {
      s->since = 0;
      part (s, self);
      return false;
    }
  uint64_t now = os_time_ns ();
  if (s->since != 0 && now - s->since < patience (self))
    return false;
  long sleeps = os_sleeps ();
  if (s->since == 0 || sleeps != s->sleeps)
    {
      s->since = now;
      s->sleeps = sleeps;
      return false;
    }
  s->retires = gomp_tasking_hand_over (self);
  return s->retires;
}

/* Has a task waited although other threads, which had CPUs, could have taken
   it?  */
static bool
is_overdue (struct gomp_surplus *s, struct gomp_team *team, uint64_t cpu_ns)
{
  if (!gomp_tasking_overdue (team, &s->seen))
    {
      s->seen_cpu_ns = cpu_ns;
      return false;
    }
  return cpu_ns - s->seen_cpu_ns >= OVERDUE_NS;
}

/* The time of a watch has passed: is the watchman needed?  */
static bool
is_needed (struct gomp_surplus *s, struct gomp_team *team)
{
  uint64_t cpu_ns = os_process_cpu_ns ();
  bool overdue = is_overdue (s, team, cpu_ns);
  if (overdue
      && atomic_fetch_add_explicit (&team->overdue, 1, memory_order_relaxed) + 1
             == MOST_OVERDUE)
    atomic_store_explicit (&team->surplus, 0, memory_order_relaxed);
  return overdue
         || (s->seen.ready
             && gomp_tasking_count_busy (team) < gomp_running_cpus ());
}

static bool
begin_watch (struct gomp_team *team)
{
  return !atomic_load_explicit (&team->watched, memory_order_relaxed)
         && !atomic_exchange (&team->watched, true);
}

/* The next thread that looks for tasks sees those made while this was the
   watchman.  */
static void
end_watch (struct gomp_team *team)
{
  /* Relaxed: the fence orders it.  Pairs with gomp_surplus_is_needed and
     gomp_task_wanted.  */
  atomic_store_explicit (&team->watched, false, memory_order_relaxed);
  os_fence_heavy ();
}

unsigned
gomp_surplus_retire (struct gomp_surplus *s, struct gomp_team *team,
                     struct gomp_wait_word *word, unsigned seen,
                     const struct gomp_wait_poll *poll)
{
  struct gomp_wait_poll sleep = *poll;
  s->watches = begin_watch (team);
  gomp_spread_soon ();
  if (s->watches)
    {
      gomp_tasking_count_busy (team);
      sleep.most_ns = (uint64_t)WATCH_NS << s->rounds;
    }
  unsigned value = gomp_wait_sleep_polling (word, seen, &sleep);
  if (!s->watches && !s->stays && value == seen)
    return value;
  if (s->watches)
    end_watch (team);
  s->retires = value == seen && !s->stays && !is_needed (s, team)
               && gomp_tasking_pending (team) != 0;
  if (!s->retires)
    *s = (struct gomp_surplus){ 0 };
  else if (s->rounds < MOST_ROUNDS)
    s->rounds++;
  return value;
}
