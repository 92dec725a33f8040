/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* Programs end, fork or call exec while they use a device: they end as they
   would without a device, and nothing is left.  */

#include <omp.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "scenario.h"

static int data[1000];

static int
on_device (void)
{
  int on_host = 1;

#pragma omp target map(from: on_host)
  on_host = omp_is_initial_device ();
  return !on_host;
}

static void
exit_in_target_data (void)
{
#pragma omp target data map(tofrom: data)
  {
#pragma omp target
    data[0] = 1;
    exit (5);
  }
}

static void
underscore_exit_in_target_data (void)
{
#pragma omp target data map(tofrom: data)
  {
#pragma omp target
    data[0] = 1;
    _exit (6);
  }
}

static void
abort_in_target_data (void)
{
#pragma omp target data map(tofrom: data)
  {
#pragma omp target
    data[0] = 1;
    abort ();
  }
}

static void
mapped_at_the_end (void)
{
#pragma omp target enter data map(to: data)
}

static void *
busy (void *unused)
{
  (void)unused;
#pragma omp target
  for (volatile int i = 0; i == 0;)
    usleep (1000);
  return NULL;
}

static void
exit_beside_a_region (void)
{
  pthread_t thread;

  if (!on_device ())
    exit (97);
  pthread_create (&thread, NULL, busy, NULL);
  usleep (100000);
  exit (8);
}

/* Exit handlers that come after the devices' take their time, while other
   threads go on with what they did.  */
static void
pause_at_exit (void)
{
  usleep (100000);
}

static void *
copy (void *unused)
{
  (void)unused;
  for (;;)
    {
#pragma omp target update to(data)
#pragma omp target update from(data)
    }
  return NULL;
}

static void *
launch (void *unused)
{
  (void)unused;
  for (;;)
    {
#pragma omp target
      data[0]++;
    }
  return NULL;
}

static void *
launch_nowait (void *unused)
{
  (void)unused;
  for (;;)
    {
#pragma omp target nowait
      data[0]++;
#pragma omp target nowait
      data[1]++;
#pragma omp taskwait
    }
  return NULL;
}

static void
exit_beside (void *(*body) (void *), useconds_t after)
{
  pthread_t thread;

  atexit (pause_at_exit);
#pragma omp target enter data map(to: data)
  for (int i = 0; i < 3; i++)
    pthread_create (&thread, NULL, body, NULL);
  usleep (after);
  exit (8);
}

static void
exit_beside_copies (void)
{
  exit_beside (copy, 30000);
}

static void
exit_beside_launches (void)
{
  exit_beside (launch, 30000);
}

/* Each thread's first needs a thread of the device's, which may be gone.  */
static void
exit_beside_first_launches (void)
{
  exit_beside (launch, 300);
}

static void
exit_beside_nowait (void)
{
  exit_beside (launch_nowait, 30000);
}

static void
region_in_atexit (void)
{
#pragma omp target map(tofrom: data)
  data[0]++;
  printf ("data %d\n", data[0]);
}

static void
use_in_atexit (void)
{
  atexit (region_in_atexit);
  region_in_atexit ();
}

static void
forked (void (*child_body) (void))
{
  int status = -1;
  pid_t child;

  if (!on_device ())
    exit (97);
  fflush (stdout);
  child = fork ();
  if (child == 0)
    {
      child_body ();
      exit (11);
    }
  waitpid (child, &status, 0);
  printf ("child %d, device %d\n",
          WIFEXITED (status) ? WEXITSTATUS (status) : -WTERMSIG (status),
          on_device ());
}

static void
nothing (void)
{
}

static void
use_device (void)
{
  printf ("in the child: %d\n", on_device ());
}

static void
parallel_in_child (void)
{
  int sum = 0;

#pragma omp parallel num_threads(3) reduction(+: sum)
  sum++;
  printf ("in the child: %d threads\n", sum);
}

static void
fork_then_exit (void)
{
  forked (nothing);
}

static void
fork_then_use (void)
{
  forked (use_device);
}

static void
fork_then_parallel (void)
{
  forked (parallel_in_child);
}

/* Children that the handlers of pthread_atfork are not called in.  */
static pid_t
clone_without_handlers (void)
{
  return (pid_t)syscall (SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
}

static void
made_by (pid_t (*make) (void), void (*child_body) (void))
{
  int status = -1, device;
  pid_t child;

#pragma omp target map(from: device)
  device = (int)getpid ();
  fflush (stdout);
  child = make ();
  if (child == 0)
    {
      child_body ();
      exit (11);
    }
  waitpid (child, &status, 0);
  int again = 0;
#pragma omp target map(from: again)
  again = (int)getpid ();
  printf ("child %d, %s device\n",
          WIFEXITED (status) ? WEXITSTATUS (status) : -WTERMSIG (status),
          again == device ? "the same" : "another");
}

static void
bare_fork_then_exit (void)
{
  made_by (_Fork, nothing);
}

static void
bare_fork_then_use (void)
{
  made_by (_Fork, use_device);
}

static void
clone_then_exit (void)
{
  made_by (clone_without_handlers, nothing);
}

static void
clone_then_use (void)
{
  made_by (clone_without_handlers, use_device);
}

/* It changes nothing of its parent's.  */
static void
allocate (void)
{
  int *there = omp_target_alloc (sizeof *there, 0);

  printf ("in the child: %s\n", there == NULL ? "none" : "memory");
}

static void
bare_fork_then_allocate (void)
{
  made_by (_Fork, allocate);
}

/* With data there, which the child would copy back at its end.  */
static void
bare_fork_with_data (void)
{
#pragma omp target enter data map(to: data)
  made_by (_Fork, nothing);
#pragma omp target map(tofrom: data)
  data[0]++;
#pragma omp target update from(data)
  printf ("data %d\n", data[0]);
}

/* A child that was forked before the first use has devices of its own.  */
static void
fork_before_use (void)
{
  int status = -1;
  pid_t child = fork ();

  if (child == 0)
    exit (on_device () ? 12 : 13);
  waitpid (child, &status, 0);
  printf ("child %d, device %d\n", WEXITSTATUS (status), on_device ());
}

static void
exec_after_use (void)
{
  if (!on_device ())
    exit (97);
  /* A checker that is preloaded may not get on with the shell.  */
  unsetenv ("LD_PRELOAD");
  execl ("/bin/sh", "sh", "-c", "echo executed; exit 9", (char *)NULL);
}

/* The streams that the host closed stay closed, and the device lives.  */
static void
without_standard_streams (void)
{
  close (0);
  close (1);
  close (2);
  exit (on_device () ? 14 : 15);
}

/* Whoever reads what the program writes is told of the end: nobody else has the
   descriptor.  */
static void
close_a_pipe (void)
{
  int ends[2];
  char byte;

  if (pipe (ends) != 0 || !on_device ())
    exit (97);
  close (ends[1]);
  printf ("read %d\n", (int)read (ends[0], &byte, 1));
}

static void *
first_use (void *unused)
{
  (void)unused;
  data[1] = on_device ();
  return NULL;
}

/* The thread that started the device is gone: the device is not.  */
static void
starter_has_ended (void)
{
  pthread_t thread;

  pthread_create (&thread, NULL, first_use, NULL);
  pthread_join (thread, NULL);
  usleep (100000);
  printf ("device %d %d\n", data[1], on_device ());
}

static const struct scenario scenarios[] = {
  { .name = "exit_in_target_data",
    .body = exit_in_target_data,
    .ends_with = 5,
    .output = { "^$" } },
  { .name = "underscore_exit_in_target_data",
    .body = underscore_exit_in_target_data,
    .ends_with = 6,
    .output = { "^$" } },
  { .name = "abort_in_target_data",
    .body = abort_in_target_data,
    .ends_with = SCENARIO_SIGNAL (SIGABRT) },
  { .name = "mapped_at_the_end",
    .body = mapped_at_the_end,
    .output = { "^$" } },
  { .name = "exit_beside_a_region",
    .body = exit_beside_a_region,
    .ends_with = 8,
    .output = { "^$" } },
  { .name = "exit_beside_copies",
    .body = exit_beside_copies,
    .ends_with = 8,
    .output = { "^$" } },
  { .name = "exit_beside_launches",
    .body = exit_beside_launches,
    .ends_with = 8,
    .output = { "^$" } },
  { .name = "exit_beside_first_launches",
    .body = exit_beside_first_launches,
    .ends_with = 8,
    .output = { "^$" } },
  { .name = "exit_beside_nowait",
    .body = exit_beside_nowait,
    .ends_with = 8,
    .output = { "^$" } },
  { .name = "use_in_atexit",
    .body = use_in_atexit,
    .output = { "^data 1\ndata 2\n$" } },
  { .name = "fork_then_exit",
    .body = fork_then_exit,
    .output = { "^child 11, device 1\n$" } },
  { .name = "fork_then_use",
    .body = fork_then_use,
    .output = { "forked", "child [1-9][0-9]*, device 1\n$" },
    .never = "in the child: 1" },
  { .name = "fork_then_parallel",
    .body = fork_then_parallel,
    .output = { "in the child: 3 threads\nchild 11, device 1\n$" } },
  { .name = "bare_fork_then_exit",
    .body = bare_fork_then_exit,
    .output = { "^child 11, the same device\n$" } },
  { .name = "bare_fork_then_use",
    .body = bare_fork_then_use,
    .output = { "forked", "child [1-9][0-9]*, the same device\n$" },
    .never = "in the child: 1" },
  { .name = "clone_then_exit",
    .body = clone_then_exit,
    .output = { "^child 11, the same device\n$" } },
  { .name = "clone_then_use",
    .body = clone_then_use,
    .output = { "forked", "child [1-9][0-9]*, the same device\n$" },
    .never = "in the child: 1" },
  { .name = "bare_fork_then_allocate",
    .body = bare_fork_then_allocate,
    .output = { "in the child: none\nchild 11, the same device\n$" } },
  { .name = "bare_fork_with_data",
    .body = bare_fork_with_data,
    .output = { "^child 11, the same device\ndata 1\n$" } },
  { .name = "bare_fork_traced",
    .body = bare_fork_then_exit,
    .environment = { "GOMP_OFFLOAD_TRACE=/dev/null" },
    .output = { "child 11, the same device\n$" } },
  { .name = "bare_fork_checked",
    .body = bare_fork_then_exit,
    .environment = { "OFFLOAD_EMUL_CHECK=1" },
    .output = { "child 11, the same device\n$" } },
  { .name = "fork_before_use",
    .body = fork_before_use,
    .output = { "^child 12, device 1\n$" } },
  { .name = "exec_after_use",
    .body = exec_after_use,
    .ends_with = 9,
    .output = { "^executed\n$" } },
  { .name = "without_standard_streams",
    .body = without_standard_streams,
    .ends_with = 14 },
  { .name = "close_a_pipe",
    .body = close_a_pipe,
    .output = { "^read 0\n$" } },
  { .name = "starter_has_ended",
    .body = starter_has_ended,
    .output = { "^device 1 1\n$" } },
};

SCENARIO_MAIN (scenarios)
