/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Rows: what the machine itself takes for the parts of the other rows.  If
   threads outnumber CPUs, each operation in which all of them take part needs
   threads / CPUs - 1 switches on a CPU, and a region one more.  Otherwise a
   cache line has to move to another CPU, and one back.  A hand-written barrier,
   of threads that are bound to their CPUs, shows both together: its threads
   know which one is the last on a CPU.  */

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

#include "rows.h"

/* CPU number N, modulo their count, of those that the process may use.  */
static void
move_to_cpu (int n)
{
  cpu_set_t set;
  int cpu = 0;

  sched_getaffinity (0, sizeof set, &set);
  for (n %= CPU_COUNT (&set); !CPU_ISSET (cpu, &set) || n-- > 0; cpu++)
    ;
  CPU_ZERO (&set);
  CPU_SET (cpu, &set);
  sched_setaffinity (0, sizeof set, &set);
}

static void *
yield_repeatedly (void *count)
{
  move_to_cpu (0);
  for (long left = *(long *)count; left > 0; left--)
    sched_yield ();
  return NULL;
}

/* An odd COUNT does one more.  */
static void
context_switch (long count)
{
  long half = (count + 1) / 2;
  pthread_t thread[2];

  for (int i = 0; i < 2; i++)
    if (pthread_create (&thread[i], NULL, yield_repeatedly, &half) != 0)
      abort ();
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
}

#define MAX_CPUS 32
#define MAX_EACH 4

/* The number of threads of a row with that many on each CPU.  */
static struct
{
  long count; /* what each of them does */
  int cpus;
  int each;                     /* threads on a CPU */
  _Alignas(128) int missing;    /* CPUs whose threads are not all there */
  _Alignas(128) unsigned epoch; /* counts the barriers */
  struct
  {
    _Alignas(128) int there; /* threads of the CPU that have come */
  } on[MAX_CPUS];
} crowd;

static void
wait_at_barrier (int cpu)
{
  unsigned epoch = __atomic_load_n (&crowd.epoch, __ATOMIC_ACQUIRE);

  if (__atomic_add_fetch (&crowd.on[cpu].there, 1, __ATOMIC_ACQ_REL)
      < crowd.each)
    do
      sched_yield ();
    while (__atomic_load_n (&crowd.epoch, __ATOMIC_ACQUIRE) == epoch);
  else
    {
      crowd.on[cpu].there = 0;
      if (__atomic_sub_fetch (&crowd.missing, 1, __ATOMIC_ACQ_REL) == 0)
        {
          crowd.missing = crowd.cpus;
          __atomic_store_n (&crowd.epoch, epoch + 1, __ATOMIC_RELEASE);
        }
      while (__atomic_load_n (&crowd.epoch, __ATOMIC_ACQUIRE) == epoch)
        ;
    }
}

static void *
meet_repeatedly (void *number)
{
  int cpu = *(int *)number % crowd.cpus;

  move_to_cpu (cpu);
  for (long left = crowd.count; left > 0; left--)
    wait_at_barrier (cpu);
  return NULL;
}

static void *
yield_beside (void *number)
{
  move_to_cpu (*(int *)number % crowd.cpus);
  for (long left = crowd.count; left > 0; left--)
    sched_yield ();
  return NULL;
}

/* Run BODY with the number of each thread.  */
static void
run_crowd (void *(*body) (void *), int each, long count)
{
  pthread_t thread[MAX_CPUS * MAX_EACH];
  int number[MAX_CPUS * MAX_EACH];
  cpu_set_t set;

  sched_getaffinity (0, sizeof set, &set);
  crowd.cpus = CPU_COUNT (&set) < MAX_CPUS ? CPU_COUNT (&set) : MAX_CPUS;
  crowd.missing = crowd.cpus;
  crowd.each = each;
  crowd.count = count;
  for (int i = 0; i < crowd.cpus * each; i++)
    {
      number[i] = i;
      if (pthread_create (&thread[i], NULL, body, &number[i]) != 0)
        abort ();
    }
  for (int i = 0; i < crowd.cpus * each; i++)
    pthread_join (thread[i], NULL);
}

static void
switch_everywhere (long count)
{
  run_crowd (yield_beside, 2, (count + 1) / 2);
}

static void
barrier_of_two (long count)
{
  run_crowd (meet_repeatedly, 2, count);
}

static void
barrier_of_four (long count)
{
  run_crowd (meet_repeatedly, 4, count);
}

static struct
{
  _Alignas(128) long there; /* rounds that the partner has seen */
  _Alignas(128) long back;
  int ready; /* the partner is on its CPU */
} line;

static void *
answer (void *count)
{
  move_to_cpu (1);
  __atomic_store_n (&line.ready, 1, __ATOMIC_RELEASE);
  for (long i = 1; i <= *(long *)count; i++)
    {
      while (__atomic_load_n (&line.there, __ATOMIC_ACQUIRE) != i)
        ;
      __atomic_store_n (&line.back, i, __ATOMIC_RELEASE);
    }
  return NULL;
}

static void *
ask_repeatedly (void *count)
{
  move_to_cpu (0);
  while (!__atomic_load_n (&line.ready, __ATOMIC_ACQUIRE))
    sched_yield ();
  for (long i = 1; i <= *(long *)count; i++)
    {
      __atomic_store_n (&line.there, i, __ATOMIC_RELEASE);
      while (__atomic_load_n (&line.back, __ATOMIC_ACQUIRE) != i)
        ;
    }
  return NULL;
}

static void
round_trip (long count)
{
  pthread_t thread[2];

  line.there = line.back = line.ready = 0;
  if (pthread_create (&thread[0], NULL, answer, &count) != 0
      || pthread_create (&thread[1], NULL, ask_repeatedly, &count) != 0)
    abort ();
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
}

const struct bench_host_row bench_floor_rows[] = {
  BENCH_ROW ("floor-switch", context_switch, BENCH_FLOOR,
             "switch between two threads of a CPU that yield"),
  BENCH_ROW ("floor-switch-all", switch_everywhere, BENCH_FLOOR,
             "the same on all CPUs at once"),
  BENCH_ROW ("floor-barrier-2", barrier_of_two, BENCH_FLOOR,
             "barrier by hand of two threads on each CPU"),
  BENCH_ROW ("floor-barrier-4", barrier_of_four, BENCH_FLOOR,
             "the same of four"),
  BENCH_ROW ("floor-line", round_trip, BENCH_FLOOR,
             "round trip of a cache line between two CPUs"),
  BENCH_END,
};
