/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* A region ends the device process instead of returning: the host reports which
   region did it and how, and ends with an error.  */

#include <omp.h>
#include <pthread.h>
#include <sys/syscall.h>

#include "scenario.h"

static void
divide_by_zero (void)
{
  volatile int zero = 0;
  int result = 1;

#pragma omp target map(tofrom : result) map(to : zero)
  result = result / zero;
}

static void
call_abort (void)
{
#pragma omp target
  abort ();
}

static void
call_exit (void)
{
#pragma omp target
  exit (0);
}

/* The thread that runs the region, not the device.  */
static void
end_thread (void)
{
#pragma omp target
  pthread_exit (NULL);
}

/* No handler and no destructor of the thread notices.  */
static void
end_thread_by_system_call (void)
{
#pragma omp target
  syscall (SYS_exit, 0);
}

static void
end_worker_by_system_call (void)
{
#pragma omp target
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 1)
    syscall (SYS_exit, 0);
}

static void
end_team_by_system_call (void)
{
#pragma omp target teams num_teams(2) thread_limit(1)
  if (omp_get_team_num () == 1)
    syscall (SYS_exit, 0);
}

static void
end_task_by_system_call (void)
{
#pragma omp target nowait
  syscall (SYS_exit, 0);
#pragma omp taskwait
}

#pragma omp declare target
/* Find the memory by which device and host share launches; return its size.  */
static unsigned long
find_shared (char **start)
{
  unsigned long end = 0;
  char line[512], *rest;
  FILE *maps = fopen ("/proc/self/maps", "r");

  while (maps != NULL && end == 0 && fgets (line, sizeof line, maps) != NULL)
    if (strstr (line, "x86emul-control") != NULL)
      {
        *start = (char *)strtoul (line, &rest, 16);
        end = strtoul (rest + 1, NULL, 16);
      }
  return end - (unsigned long)*start;
}

static void
overwrite_shared (void)
{
  char *start = NULL;
  unsigned long size = find_shared (&start);

  memset (start, 0, size);
}
#pragma omp end declare target

/* What runs up to it ends before it, and so behind it.  */
static void
write_before_launches (void)
{
#pragma omp target
  {
    char *start = NULL;
    find_shared (&start);
    memset (start - 65536, 0, 65536);
  }
}

static void
write_behind_launches (void)
{
#pragma omp target
  {
    char *start = NULL;
    unsigned long size = find_shared (&start);
    memset (start + size, 0, 65536);
  }
}

static void
overwrite_launches (void)
{
#pragma omp target
  overwrite_shared ();
}

/* While the host sleeps, which nothing in that memory will tell of.  */
static void
overwrite_and_loop (void)
{
  int rounds = 0;

#pragma omp target map(tofrom: rounds)
  {
    usleep (200000);
    overwrite_shared ();
    while (rounds < 1000000)
      {
        usleep (1000);
        rounds++;
      }
  }
}

static void
call_exit_7 (void)
{
#pragma omp target
  exit (7);
}

static void
call_underscore_exit (void)
{
#pragma omp target
  _exit (3);
}

static void
illegal_instruction (void)
{
#pragma omp target
  __builtin_trap ();
}

static void
raise_sigterm (void)
{
#pragma omp target
  raise (SIGTERM);
}

static void
kill_itself (void)
{
#pragma omp target
  raise (SIGKILL);
}

static void
exit_in_a_worker (void)
{
#pragma omp target
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num () == 2)
    exit (4);
}

/* What the region printed before its end is not lost.  */
static void
print_then_abort (void)
{
  printf ("from the host\n");
#pragma omp target
  {
    printf ("from the region\n");
    abort ();
  }
}

static void *
wait_for_ever (void *unused)
{
  (void)unused;
#pragma omp target
  for (volatile int i = 0; i == 0;)
    usleep (1000);
  return NULL;
}

/* A region ends the device while another one runs.  */
static void
abort_beside_another (void)
{
  pthread_t thread;

  pthread_create (&thread, NULL, wait_for_ever, NULL);
  usleep (200000);
#pragma omp target
  abort ();
}

/* The thread that waits for the region and the one for nowait both see its end:
   one of them reports it.  */
static void
abort_beside_tasks (void)
{
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp target nowait
    for (volatile int i = 0; i == 0;)
      usleep (1000);
    for (int i = 0; i < 3; i++)
#pragma omp task firstprivate(i)
      {
#pragma omp target firstprivate(i)
        for (volatile int k = 0; k == 0;)
          if (usleep (20000) == 0 && i == 1)
            abort ();
      }
  }
}

#define ENDING(body_, ...)                                                     \
  {                                                                            \
    .name = #body_, .body = body_, .ends_with = SCENARIO_FAILS, .output = {    \
      SCENARIO_REGION (#body_),                                                \
      __VA_ARGS__                                                              \
    }                                                                          \
  }

static const struct scenario scenarios[] = {
  ENDING (divide_by_zero, "divi|SIGFPE"),
  ENDING (call_abort, "abort|SIGABRT"),
  ENDING (call_exit, "exit"),
  ENDING (call_exit_7, "exit.*7"),
  ENDING (end_thread, "the region ended a thread that ran it"),
  ENDING (end_thread_by_system_call, "the region ended a thread that ran it"),
  ENDING (end_worker_by_system_call, "the region ended a thread that ran it"),
  ENDING (end_team_by_system_call, "the region ended a thread that ran it"),
  ENDING (end_task_by_system_call, "the region ended a thread that ran it"),
  ENDING (overwrite_launches, "the device overwrote memory that it shares with "
                              "the host: the record of launches"),
  ENDING (write_before_launches, "segmentation fault: write to address"),
  ENDING (write_behind_launches, "segmentation fault: write to address"),
  ENDING (overwrite_and_loop, "the device overwrote memory that it shares with "
                              "the host: the record of launches"),
  ENDING (call_underscore_exit, "exit.*3"),
  ENDING (illegal_instruction, "illegal|SIGILL"),
  ENDING (raise_sigterm, "SIGTERM|[Tt]erminated|signal 15"),
  ENDING (kill_itself, "SIGKILL|[Kk]illed|signal 9"),
  { .name = "exit_in_a_worker",
    .body = exit_in_a_worker,
    .ends_with = SCENARIO_FAILS,
    .output = { "exit.*4" } },
  ENDING (print_then_abort, "from the host\nfrom the region\n"),
  { .name = "abort_beside_another",
    .body = abort_beside_another,
    .ends_with = SCENARIO_FAILS,
    .output = { "abort|SIGABRT" } },
  { .name = "abort_beside_tasks",
    .body = abort_beside_tasks,
    .ends_with = SCENARIO_FAILS,
    .output = { "abort|SIGABRT" },
    .never = "libgomp: .*libgomp: " },
};

SCENARIO_MAIN (scenarios)
