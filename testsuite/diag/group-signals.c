/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* Signals to the process group, as from nohup, job control and terminals.  If
   the host ignores or handles a signal, it does not affect the device either,
   from the start on.  A signal that a region sends to its own process ends the
   device as usual.  */

#include <omp.h>
#include <pthread.h>

#include "scenario.h"

static const int all[]
    = { SIGHUP,  SIGINT,    SIGQUIT, SIGTRAP, SIGUSR1,  SIGUSR2,
        SIGPIPE, SIGALRM,   SIGTERM, SIGXCPU, SIGXFSZ,  SIGVTALRM,
        SIGPROF, SIGPOLL,   SIGPWR,  SIGTSTP, SIGTTIN,  SIGTTOU,
        SIGABRT, SIGSTKFLT, SIGSYS,  SIGCONT, SIGWINCH, SIGURG,
        SIGCHLD, SIGSEGV,   SIGBUS,  SIGFPE,  SIGILL };
#define COUNT (sizeof all / sizeof *all)

static void
take_note (int number)
{
  (void)number;
}

static void
set_all (void (*handler) (int))
{
  for (size_t i = 0; i < COUNT; i++)
    signal (all[i], handler);
  signal (SIGRTMIN, handler);
  signal (SIGRTMAX, handler);
}

static pid_t
device_process (void)
{
  pid_t pid = 0;

#pragma omp target map(from : pid)
  pid = getpid ();
  return pid;
}

/* That the device got it, as far as that can be seen: it has handled what it
   got before when it answers.  A stop would come late; it is looked for.  */
static void
send_each (void)
{
  pid_t before = device_process ();

  for (size_t i = 0; i < COUNT; i++)
    {
      kill (0, all[i]);
      if (device_process () != before)
        printf ("another device after %s\n", strsignal (all[i]));
    }
  kill (0, SIGRTMIN);
  kill (0, SIGRTMAX);
  printf ("%s\n", device_process () == before ? "good" : "bad");
}

static void
ignored (void)
{
  set_all (SIG_IGN);
  send_each ();
}

static void
handled (void)
{
  set_all (take_note);
  send_each ();
}

/* While a region runs, which is not disturbed.  */
static void
handled_in_a_region (void)
{
  int slept = 0;

  set_all (take_note);
  device_process ();
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(slept)
    {
#pragma omp target map(tofrom : slept)
      {
        struct timespec time = { 0, 300000000 };
        scenario_ready ();
        slept = nanosleep (&time, NULL) == 0;
      }
    }
#pragma omp taskwait
  }
  printf ("%s\n", slept ? "slept well" : "disturbed");
}

static volatile int started;

static void *
send_many (void *unused)
{
  (void)unused;
  while (!started)
    {
      kill (0, SIGUSR1);
      kill (0, SIGTERM);
      kill (0, SIGTSTP);
      kill (0, SIGHUP);
    }
  return NULL;
}

static void
during_the_start (void)
{
  pthread_t thread;

  set_all (SIG_IGN);
  pthread_create (&thread, NULL, send_many, NULL);
  started = device_process ();
  pthread_join (thread, NULL);
  printf ("%s\n", started != getpid () ? "good" : "bad");
}

/* A broken pipe, an alarm and a limit are the region's own.  */
static void
broken_pipe (void)
{
  signal (SIGPIPE, SIG_IGN);
#pragma omp target
  {
    int ends[2];
    if (pipe (ends) == 0)
      {
        close (ends[0]);
        if (write (ends[1], "x", 1) != 1)
          _exit (9);
      }
  }
}

static void
alarm_in_a_region (void)
{
  signal (SIGALRM, SIG_IGN);
#pragma omp target
  {
    alarm (1);
    for (volatile int i = 0; i == 0;)
      usleep (10000);
  }
}

static void
raise_sigusr1 (void)
{
  signal (SIGUSR1, SIG_IGN);
#pragma omp target
  raise (SIGUSR1);
}

/* The region's own handler, and its own children.  */
#pragma omp declare target
static volatile int noted;
static void
note (int number)
{
  noted = number;
}

static int
try_child (void)
{
  int status = 0;
  pid_t child = fork ();
  if (child == 0)
    {
      pause ();
      _exit (1);
    }
  kill (child, SIGTERM);
  waitpid (child, &status, 0);
  return WIFSIGNALED (status) && WTERMSIG (status) == SIGTERM;
}
#pragma omp end declare target

static void
own_handler (void)
{
  int got = 0, ended = 0;

#pragma omp target map(from : got, ended)
  {
    signal (SIGUSR2, note);
    raise (SIGUSR2);
    got = noted;
    ended = try_child ();
  }
  printf ("%d %d\n", got == SIGUSR2, ended);
}

static const struct scenario scenarios[] = {
  { .name = "ignored", .body = ignored, .output = { "^good\n$" } },
  { .name = "handled", .body = handled, .output = { "^good\n$" } },
  { .name = "handled_in_a_region",
    .body = handled_in_a_region,
    .signal_group = SIGUSR1,
    .output = { "^ready\nslept well\n$" } },
  { .name = "during_the_start",
    .body = during_the_start,
    .output = { "^good\n$" } },
  { .name = "broken_pipe",
    .body = broken_pipe,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("broken_pipe"), "signal 13" } },
  { .name = "alarm_in_a_region",
    .body = alarm_in_a_region,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("alarm_in_a_region"), "signal 14" } },
  { .name = "raise_sigusr1",
    .body = raise_sigusr1,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("raise_sigusr1"), "signal 10" } },
  { .name = "own_handler", .body = own_handler, .output = { "^1 1\n$" } },
};

SCENARIO_MAIN (scenarios)
