/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* A root program changes its user and groups after its first region.  The
   device does not keep the rights, regions are refused with the reason, and
   nothing is left.  While the program and its device communicate, the test may
   only wait.  */

#include <grp.h>
#include <omp.h>
#include <pthread.h>

#include "scenario.h"

#define NOBODY 65534

static pid_t
device_process (void)
{
  pid_t pid = 0;

#pragma omp target map(from : pid)
  pid = getpid ();
  if (pid == getpid ())
    exit (97);
  return pid;
}

static void
give_up (void)
{
  if (setgroups (0, NULL) != 0 || setresgid (NOBODY, NOBODY, NOBODY) != 0
      || setresuid (NOBODY, NOBODY, NOBODY) != 0)
    exit (98);
}

static void
region_after (void)
{
  device_process ();
  give_up ();
  device_process ();
  printf ("not reached\n");
}

static void
deferred_after (void)
{
  device_process ();
  give_up ();
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait
    printf ("not reached\n");
  }
}

/* Whatever the monitor has noticed by then.  */
static void
group_after (void)
{
  device_process ();
  if (setgid (NOBODY) != 0)
    exit (98);
  device_process ();
  printf ("not reached\n");
}

static void
effective_after (void)
{
  device_process ();
  if (seteuid (NOBODY) != 0)
    exit (98);
  device_process ();
  printf ("not reached\n");
}

static void
there_and_back (void)
{
  pid_t before = device_process ();

  for (int i = 0; i < 100; i++)
    {
      if (setegid (NOBODY) != 0 || seteuid (NOBODY) != 0 || seteuid (0) != 0
          || setegid (0) != 0)
        exit (98);
      if (device_process () != before)
        printf ("another device\n");
    }
  printf ("good\n");
}

static void
first_region_after (void)
{
  uid_t user = 0;

  give_up ();
#pragma omp target map(from : user)
  user = getuid ();
  printf ("user %d\n", (int)user);
}

/* It runs when the rights are given up, which ends it.  */
static void *
run_long (void *unused)
{
  (void)unused;
#pragma omp target
  {
    scenario_ready ();
    for (volatile int i = 0; i == 0;)
      usleep (1000);
  }
  return NULL;
}

static void
beside_a_region (void)
{
  pthread_t thread;

  device_process ();
  pthread_create (&thread, NULL, run_long, NULL);
  usleep (50000);
  give_up ();
  pthread_join (thread, NULL);
}

/* The device ends by itself: no region asks.  */
static void
nothing_after (void)
{
  pid_t device = device_process ();
  char path[64];

  snprintf (path, sizeof path, "/proc/%d/cwd", (int)device);
  give_up ();
  while (access (path, F_OK) == 0 || errno == EACCES)
    usleep (1000);
  printf ("ended\n");
}

static void
killed_after (void)
{
  device_process ();
  give_up ();
  scenario_ready ();
  for (;;)
    pause ();
}

static long
number_in (const char *path, const char *key)
{
  char line[256];
  long number = -1;
  FILE *file = fopen (path, "r");

  while (file != NULL && fgets (line, sizeof line, file) != NULL)
    if (key == NULL || strncmp (line, key, strlen (key)) == 0)
      number = atol (line + (key != NULL ? strlen (key) : 0));
  if (file != NULL)
    fclose (file);
  return number;
}

/* The device's parent, if that is another process than this one.  */
static void
confined_guardian (void)
{
  char path[64];

  snprintf (path, sizeof path, "/proc/%d/status", (int)device_process ());
  long parent = number_in (path, "PPid:");
  snprintf (path, sizeof path, "/proc/%ld/status", parent);
  if (parent == getpid () || number_in ("/proc/self/status", "Seccomp:") < 0)
    printf ("confined 2\n");
  else
    printf ("confined %ld\n", number_in (path, "Seccomp:"));
}

#define CHANGED                                                                \
  "groups that this process had.*before the first target construct"

static const struct scenario scenarios[] = {
  { .name = "region_after",
    .body = region_after,
    .ends_with = 1,
    .output = { CHANGED },
    .never = "not reached" },
  { .name = "deferred_after",
    .body = deferred_after,
    .ends_with = 1,
    .output = { CHANGED },
    .never = "not reached" },
  { .name = "group_after",
    .body = group_after,
    .ends_with = 1,
    .output = { CHANGED },
    .never = "not reached" },
  { .name = "effective_after",
    .body = effective_after,
    .ends_with = 1,
    .output = { CHANGED },
    .never = "not reached" },
  { .name = "there_and_back",
    .body = there_and_back,
    .output = { "^good\n$" } },
  { .name = "first_region_after",
    .body = first_region_after,
    .output = { "^user 65534\n$" } },
  { .name = "beside_a_region",
    .body = beside_a_region,
    .ends_with = 1,
    .output = { CHANGED } },
  { .name = "nothing_after", .body = nothing_after, .output = { "^ended\n$" } },
  { .name = "killed_after",
    .body = killed_after,
    .ends_with = SCENARIO_SIGNAL (SIGKILL),
    .signal_leader = SIGKILL },
  { .name = "confined_guardian",
    .body = confined_guardian,
    .output = { "^confined 2\n$" } },
};

int
main (int argc, char **argv)
{
  if (argc == 1 && geteuid () != 0)
    {
      puts ("UNSUPPORTED: only root can change them");
      return 0;
    }
  return scenario_main (argc, argv, scenarios,
                        sizeof scenarios / sizeof *scenarios);
}
