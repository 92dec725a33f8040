/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* GOMP_OFFLOAD_TRACE: the trace shows where a thread waits for target
   tasks.  */

#include "trace-run.h"

static void
sleep_later (void)
{
#pragma omp target nowait
  usleep (20000);
}

static int value;

static void
sleep_before_value (void)
{
#pragma omp target nowait depend(out : value)
  usleep (20000);
}

static void
wait_taskwait (void)
{
  sleep_later ();
#pragma omp taskwait
}

static void
wait_taskgroup (void)
{
#pragma omp taskgroup
  sleep_later ();
}

static void
wait_depend (void)
{
  sleep_before_value ();
#pragma omp taskwait depend(in : value)
}

static void
wait_undeferred (void)
{
  sleep_before_value ();
#pragma omp task if (0) depend(in : value)
  value++;
}

static void
wait_target (void)
{
  sleep_before_value ();
#pragma omp target depend(in : value)
  ;
}

static void
wait_taskloop (void)
{
#pragma omp taskloop
  for (int i = 0; i < 2; i++)
    sleep_later ();
}

static void
wait_barrier (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    sleep_later ();
#pragma omp barrier
  }
}

static void
wait_loop (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    sleep_later ();
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 4; i++)
      usleep (1);
    /* More than the end of the region is one.  */
    usleep (1);
  }
}

static void
wait_sections (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    sleep_later ();
#pragma omp sections
    {
      usleep (1);
#pragma omp section
      usleep (1);
    }
    usleep (1);
  }
}

static void
wait_single (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    sleep_later ();
    usleep (1);
  }
}

static void
wait_parallel (void)
{
#pragma omp parallel num_threads(2)
#pragma omp master
  sleep_later ();
}

static void
wait_alone (void)
{
#pragma omp parallel num_threads(1)
  sleep_later ();
}

/* None: the thread goes on until it has done what the host has to do.  */
static void
wait_none (void)
{
  sleep_later ();
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 2; i++)
    usleep (1);
}

static const struct
{
  const char *name;
  void (*work) (void);
} waits[] = { { "taskwait", wait_taskwait },
              { "taskgroup", wait_taskgroup },
              { "taskwait depend", wait_depend },
              { "undeferred task", wait_undeferred },
              { "target depend", wait_target },
              { "taskloop", wait_taskloop },
              { "barrier", wait_barrier },
              { "loop", wait_loop },
              { "sections", wait_sections },
              { "single", wait_single },
              { "parallel", wait_parallel },
              { "parallel alone", wait_alone },
              { "none", wait_none } };

/* Is there a wait for target tasks, or for what WORK depends on, in the trace
   of WORK?  */
static bool
has_wait (void (*work) (void))
{
  char file[64];
  fflush (NULL);
  pid_t pid = fork ();
  if (pid == 0)
    {
      work ();
      exit (0);
    }
  waitpid (pid, NULL, 0);
  snprintf (file, sizeof file, "offload-trace-%d.json", (int)pid);
  if (!trace_read (&trace, file) || !trace.valid || !trace_is_nested (&trace))
    printf ("trace is not valid\n");
  for (int i = 0; i < trace.count; i++)
    {
      const struct trace_event *e = &trace.events[i];
      if ((strcmp (e->name, "wait for target tasks") == 0
           || strcmp (e->name, "wait for dependences") == 0)
          && e->duration > 1000)
        return true;
    }
  return false;
}

/* A thread that came too late, because others had the CPU, did not wait.  */
static void
all_waits (void)
{
  for (size_t i = 0; i < sizeof waits / sizeof *waits; i++)
    {
      bool none = waits[i].work == wait_none, found = false;
      for (int k = 0; k < (none ? 1 : 20) && !found; k++)
        found = has_wait (waits[i].work);
      if (found == none)
        printf ("%s: %s\n", waits[i].name, none ? "a wait" : "no wait");
    }
  printf ("looked at all\n");
}

static const struct scenario scenarios[] = {
  { "waits",
    all_waits,
    0,
    { TRACE, "OMP_TARGET_OFFLOAD=mandatory" },
    { "looked at all" },
    "no wait|a wait|not valid" },
};

SCENARIO_MAIN (scenarios)
