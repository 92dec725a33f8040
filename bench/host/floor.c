/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Rows: what the machine takes for the two things that the other rows are made
   of.  Where threads outnumber CPUs each operation in which all of them take
   part needs threads / CPUs switches on a CPU; where they do not, a line has
   to go to another CPU and one back.  */

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

#include "rows.h"

/* CPU number N of those that the process may use, counted around.  */
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

static struct
{
  _Alignas(128) long there; /* rounds that the partner has seen */
  _Alignas(128) long back;
} line;

static void *
answer (void *count)
{
  move_to_cpu (1);
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

  line.there = line.back = 0;
  if (pthread_create (&thread[0], NULL, answer, &count) != 0
      || pthread_create (&thread[1], NULL, ask_repeatedly, &count) != 0)
    abort ();
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
}

const struct bench_host_row bench_floor_rows[] = {
  BENCH_ROW ("floor-switch", context_switch, BENCH_FLOOR,
             "switch between two threads of a CPU that yield"),
  BENCH_ROW ("floor-line", round_trip, BENCH_FLOOR,
             "round trip of a cache line between two CPUs"),
  BENCH_END,
};
