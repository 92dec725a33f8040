/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* The device process is killed from outside, at different moments, and the host
   process gets signals while a region loops.  These loops could end, since GCC
   drops the code behind a region that cannot.  */

#include <omp.h>
#include <pthread.h>

#include "scenario.h"

static pid_t
device_process (void)
{
  pid_t pid = 0;

#pragma omp target map(from: pid)
  pid = getpid ();
  if (pid == getpid ())
    {
      printf ("the region ran on the host\n");
      exit (97);
    }
  return pid;
}

/* What the device process has for standard output, if that is not the host's. */
static int device_output[2];

struct blow
{
  pid_t pid;
  useconds_t delay;
};

static void *
strike (void *argument)
{
  struct blow *blow = argument;

  usleep (blow->delay);
  kill (blow->pid, SIGKILL);
  return NULL;
}

static void *
strike_a_region (void *argument)
{
  const pid_t *pid = argument;
  char byte;

  if (read (device_output[0], &byte, 1) == 1)
    kill (*pid, SIGKILL);
  return NULL;
}

static void
strike_after (pid_t pid, useconds_t delay)
{
  static struct blow blow;
  pthread_t thread;

  blow = (struct blow){ pid, delay };
  pthread_create (&thread, NULL, strike, &blow);
  pthread_detach (thread);
}

/* When the region that follows is ready.  */
static void
strike_when_ready (void)
{
  static pid_t pid;
  pthread_t thread;
  int out = dup (1);

  if (out < 0 || pipe (device_output) != 0)
    exit (97);
  dup2 (device_output[1], 1);
  pid = device_process ();
  dup2 (out, 1);
  close (out);
  pthread_create (&thread, NULL, strike_a_region, &pid);
  pthread_detach (thread);
}

static void
during_a_region (void)
{
  strike_when_ready ();
#pragma omp target
  {
    scenario_ready ();
    for (volatile int i = 0; i == 0;)
      usleep (1000);
  }
}

static void
during_a_busy_region (void)
{
  strike_when_ready ();
#pragma omp target
  {
    scenario_ready ();
    for (volatile int i = 0; i >= 0; i = 0)
      continue;
  }
}

/* Until the library knows: it makes no copy then, and says so, which is not
   what is looked at.  */
static void
kill_device (void)
{
  int host = omp_get_initial_device (), value = 0;
  int errors = dup (2), nowhere = open ("/dev/null", O_WRONLY);
  pid_t pid = device_process ();
  int *there = omp_target_alloc (sizeof value, 0);

  dup2 (nowhere, 2);
  kill (pid, SIGKILL);
  while (omp_target_memcpy (there, &value, sizeof value, 0, 0, 0, host) == 0)
    usleep (1000);
  dup2 (errors, 2);
  close (nowhere);
  close (errors);
}

static void
between_regions (void)
{
  int value = 0;

  kill (device_process (), SIGKILL);
  usleep (200000);
#pragma omp target map(tofrom: value)
  value = 1;
}

static void
just_before_a_region (void)
{
  int value = 0;

  kill (device_process (), SIGKILL);
#pragma omp target map(tofrom: value)
  value = 1;
}

static void
between_data_constructs (void)
{
  static int data[1000];

#pragma omp target enter data map(to: data)
  kill (device_process (), SIGKILL);
  usleep (200000);
#pragma omp target update from(data)
#pragma omp target exit data map(release: data)
#pragma omp target map(tofrom: data)
  data[0] = 1;
}

/* The device wrote what only a copy back would show.  */
static void
before_an_update (void)
{
  static int data[1000];

#pragma omp target enter data map(to: data)
#pragma omp target map(alloc: data)
  data[0] = 7;
  kill_device ();
#pragma omp target update from(data)
  printf ("not reached: %d\n", data[0]);
}

static void
before_exit_data (void)
{
  static int data[1000];

#pragma omp target enter data map(to: data)
  kill_device ();
#pragma omp target exit data map(from: data)
  printf ("not reached: %d\n", data[0]);
}

static void
before_a_routine (void)
{
  static int data[1000];
  int *there = omp_target_alloc (sizeof data, 0);

  kill_device ();
  printf ("copied: %d\n",
          omp_target_memcpy (data, there, sizeof data, 0, 0,
                             omp_get_initial_device (), 0));
}

static void
during_copies (void)
{
  size_t size = (size_t)64 << 20;
  char *block = malloc (size);

  memset (block, 1, size);
#pragma omp target enter data map(to: block[0:size])
  strike_after (device_process (), 100000);
  /* Until the blow has fallen: ThreadSanitizer takes a second for a copy.  */
  long end = scenario_now_ms () + 300;
  do
    {
#pragma omp target update to(block[0:size])
#pragma omp target update from(block[0:size])
    }
  while (scenario_now_ms () < end);
#pragma omp target map(alloc: block[0:size])
  block[0] = 1;
}

static void *
allocate (void *unused)
{
  size_t size = (size_t)3 << 20;
  char *block = malloc (size);

  (void)unused;
  for (;;)
    {
#pragma omp target enter data map(alloc: block[0:size])
#pragma omp target exit data map(delete: block[0:size])
      omp_target_free (omp_target_alloc (size, 0), 0);
    }
  return NULL;
}

/* All meet the end of the device, one reports it.  */
static void
during_allocations (void)
{
  pthread_t thread;

#pragma omp target
  {
  }
  for (int i = 0; i < 3; i++)
    pthread_create (&thread, NULL, allocate, NULL);
  strike_after (device_process (), 50000);
  for (;;)
    {
#pragma omp target
      {
      }
    }
}

static void
use_once_more (void)
{
#pragma omp target
  {
  }
}

static void
used_in_atexit (void)
{
  int device = device_process ();

  /* Before the devices are finalized.  */
  atexit (use_once_more);
  kill (device, SIGKILL);
  usleep (100000);
#pragma omp target
  {
  }
}

/* Nobody uses the device any more: the program ends as it would have.  */
static void
before_a_clean_end (void)
{
  kill (device_process (), SIGKILL);
  usleep (100000);
}

static void
during_nowait (void)
{
  strike_when_ready ();
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait
    {
      scenario_ready ();
      for (volatile int i = 0; i == 0;)
        usleep (1000);
    }
#pragma omp taskwait
  }
}

/* One of two devices dies while tasks of both wait for each other.  */
static void
during_a_task_graph (void)
{
  static int steps[8];

  strike_after (device_process (), 200000);
#pragma omp parallel num_threads(4)
#pragma omp single
  for (;;)
    {
#pragma omp taskgroup
      for (int k = 0; k < 8; k++)
        {
#pragma omp target nowait map(tofrom: steps[k:1]) depend(inout: steps[k]) \
  device(k % 2)
          usleep (500);
#pragma omp task depend(inout: steps[k])
          steps[k]++;
#pragma omp target nowait map(tofrom: steps[k:1]) depend(inout: steps[k]) \
  device((k + 1) % 2)
          usleep (500);
        }
    }
}

static void
under_eight_threads (void)
{
  strike_after (device_process (), 200000);
#pragma omp parallel num_threads(8)
  for (;;)
    {
#pragma omp target
      usleep (100);
    }
}

static void
loop_for_ever (void)
{
#pragma omp target
  {
    scenario_ready ();
    for (volatile int i = 0; i >= 0; i = 0)
      continue;
  }
}

static void
interrupt_between_regions (void)
{
  device_process ();
  scenario_ready ();
  pause ();
}

#define KILLED "SIGKILL|[Kk]illed|signal 9"

static const struct scenario scenarios[] = {
  { .name = "during_a_region",
    .body = during_a_region,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("during_a_region"), KILLED } },
  { .name = "during_a_busy_region",
    .body = during_a_busy_region,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("during_a_busy_region"), KILLED } },
  { .name = "between_regions",
    .body = between_regions,
    .ends_with = SCENARIO_FAILS,
    .output = { KILLED } },
  { .name = "just_before_a_region",
    .body = just_before_a_region,
    .ends_with = SCENARIO_FAILS,
    .output = { KILLED } },
  { .name = "between_data_constructs",
    .body = between_data_constructs,
    .ends_with = SCENARIO_FAILS,
    .output = { KILLED } },
  { .name = "before_an_update",
    .body = before_an_update,
    .ends_with = 1,
    .output = { KILLED, "Copying of dev object .* failed" },
    .never = "not reached" },
  { .name = "before_exit_data",
    .body = before_exit_data,
    .ends_with = 1,
    .output = { KILLED, "Copying of dev object .* failed" },
    .never = "not reached" },
  { .name = "before_a_routine",
    .body = before_a_routine,
    .output = { KILLED, "copied: [^0]" } },
  { .name = "during_copies",
    .body = during_copies,
    .ends_with = SCENARIO_FAILS,
    .output = { KILLED } },
  { .name = "during_allocations",
    .body = during_allocations,
    .ends_with = SCENARIO_FAILS,
    .output = { KILLED },
    .never = "libgomp: .*libgomp: " },
  { .name = "used_in_atexit",
    .body = used_in_atexit,
    .ends_with = SCENARIO_FAILS,
    .output = { KILLED } },
  { .name = "before_a_clean_end", .body = before_a_clean_end },
  { .name = "during_nowait",
    .body = during_nowait,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("during_nowait"), KILLED } },
  { .name = "during_a_task_graph",
    .body = during_a_task_graph,
    .ends_with = SCENARIO_FAILS,
    .environment = { "OFFLOAD_EMUL_NUM=2" },
    .output = { KILLED } },
  { .name = "under_eight_threads",
    .body = under_eight_threads,
    .ends_with = SCENARIO_FAILS,
    .output = { KILLED } },
  { .name = "interrupted",
    .body = loop_for_ever,
    .ends_with = SCENARIO_SIGNAL (SIGINT),
    .signal_group = SIGINT },
  { .name = "host_interrupted",
    .body = loop_for_ever,
    .ends_with = SCENARIO_SIGNAL (SIGINT),
    .signal_leader = SIGINT },
  { .name = "host_terminated",
    .body = loop_for_ever,
    .ends_with = SCENARIO_SIGNAL (SIGTERM),
    .signal_leader = SIGTERM },
  { .name = "host_killed",
    .body = loop_for_ever,
    .ends_with = SCENARIO_SIGNAL (SIGKILL),
    .signal_leader = SIGKILL },
  { .name = "interrupted_between_regions",
    .body = interrupt_between_regions,
    .ends_with = SCENARIO_SIGNAL (SIGINT),
    .signal_group = SIGINT },
};

SCENARIO_MAIN (scenarios)
