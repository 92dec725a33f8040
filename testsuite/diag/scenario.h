/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How the tests of this folder run programs that fail.

   A test is a table of scenarios.  Each runs in its own process: the program
   executes itself with the scenario's name and environment, in its own process
   group and with its own TMPDIR.  The watching process reads the output of this
   process, and checks how it ended, that the output matches each pattern
   (extended regular expressions; back references work), and that nothing is
   left: as the subreaper it inherits each process that outlives the scenario,
   so no orphaned device stays unseen.  The watching process itself never enters
   the OpenMP runtime.  It prints PASS: or FAIL: and the scenario's name; above
   that, the reasons and the output.  */

#ifndef SCENARIO_H
#define SCENARIO_H

#ifndef _GNU_SOURCE
#  define _GNU_SOURCE 1
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef SCENARIO_LIMIT_S
#  define SCENARIO_LIMIT_S 300
#endif
#define SCENARIO_GRACE_MS 30000
#define SCENARIO_OUTPUT 65536
#define SCENARIO_PATTERNS 7
#define SCENARIO_VARIABLES 6

/* A message about the region of the function NAME; how messages name it; and
   data directives, of which clang's code does not say all.  */
#ifdef __clang__
#  define SCENARIO_REGION(name) "target region[^\n]*" name "'"
#  define SCENARIO_FUNCTION(name) name
#  define SCENARIO_DATA "target data or target enter data"
#  define SCENARIO_ENTER SCENARIO_DATA
#  define SCENARIO_EXIT "end of target data or target exit data"
#else
#  define SCENARIO_REGION(name) "target region[^\n]*" name "\\._omp_fn"
#  define SCENARIO_FUNCTION(name) name "\\._omp_fn\\.[0-9]+"
#  define SCENARIO_DATA "target data"
#  define SCENARIO_ENTER "target enter data"
#  define SCENARIO_EXIT "target exit data"
#endif

/* Values of ends_with beyond an exit status.  */
#define SCENARIO_FAILS (-1)             /* any exit status but 0 */
#define SCENARIO_SIGNAL(n) (1000 + (n)) /* dies of signal N */

struct scenario
{
  const char *name;
  void (*body) (void);
  int ends_with; /* exit status, SCENARIO_FAILS or SCENARIO_SIGNAL */
  const char *environment[SCENARIO_VARIABLES]; /* NAME=VALUE */
  const char *output[SCENARIO_PATTERNS];       /* each must match */
  const char *never; /* must not match, NULL: nothing of the kind */
  int signal_group;  /* sent to the process group once "ready" is read */
  int signal_leader; /* sent to the host process alone, likewise */
};

struct scenario_run
{
  pid_t pid;
  int status;
  bool timed_out;
  size_t length;
  char output[SCENARIO_OUTPUT + 1];
  char folder[1024]; /* its TMPDIR */
};

static inline long
scenario_now_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The time MS from now; later if the harness says that a checker slows programs
   down.  */
static inline long
scenario_limit_ms (long ms)
{
  const char *slowness = getenv ("TEST_SLOWNESS");

  if (slowness && atoi (slowness) > 1)
    ms *= atoi (slowness);
  return scenario_now_ms () + ms;
}

/* For bodies: print the text for which the watching process waits before it
   sends a signal.  Regions can call this, too.  */
#pragma omp declare target
static inline void
scenario_ready (void)
{
  static const char text[] = "ready\n";

  if (write (1, text, sizeof text - 1) < 0)
    _exit (99);
}
#pragma omp end declare target

/* Settings that would change the result of a scenario.  */
static const char *const scenario_variables[]
    = { "OMP_TARGET_OFFLOAD",  "OMP_AVAILABLE_DEVICES",
        "OMP_DEFAULT_DEVICE",  "OMP_NUM_THREADS",
        "OMP_THREAD_LIMIT",    "GOMP_OFFLOAD_INFO",
        "GOMP_OFFLOAD_TRACE",  "GOMP_OFFLOAD_SUMMARY",
        "OFFLOAD_EMUL_NUM",    "OFFLOAD_EMUL_RUN",
        "OFFLOAD_EMUL_MEM",    "OFFLOAD_EMUL_CHECK",
        "OFFLOAD_EMUL_SHARED", NULL };

static inline void
scenario_become (const struct scenario *scenario, const char *folder, int out)
{
  struct rlimit no_core = { 0, 0 };

  setpgid (0, 0);
  setrlimit (RLIMIT_CORE, &no_core);
  for (int i = 0; scenario_variables[i]; i++)
    unsetenv (scenario_variables[i]);
  setenv ("TMPDIR", folder, 1);
  for (int i = 0; i < SCENARIO_VARIABLES && scenario->environment[i]; i++)
    putenv ((char *)scenario->environment[i]);
  dup2 (out, 1);
  dup2 (out, 2);
  close (out);
  execl ("/proc/self/exe", "scenario", scenario->name, (char *)NULL);
  _exit (98);
}

static inline void
scenario_start (const struct scenario *scenario, struct scenario_run *run,
                int *in)
{
  int ends[2];
  const char *base = getenv ("TMPDIR");

  snprintf (run->folder, sizeof run->folder, "%s/scenario-XXXXXX",
            base ? base : "/tmp");
  if (!mkdtemp (run->folder) || pipe2 (ends, O_CLOEXEC))
    {
      perror ("scenario");
      exit (2);
    }
  fflush (NULL);
  run->pid = fork ();
  if (run->pid == 0)
    scenario_become (scenario, run->folder, ends[1]);
  setpgid (run->pid, run->pid);
  close (ends[1]);
  *in = ends[0];
}

static inline void
scenario_signal (const struct scenario *scenario,
                 const struct scenario_run *run)
{
  if (scenario->signal_group)
    kill (-run->pid, scenario->signal_group);
  if (scenario->signal_leader)
    kill (run->pid, scenario->signal_leader);
}

/* Has the scenario's process ended?  If so, keep its status.  */
static inline bool
scenario_reap (struct scenario_run *run)
{
  return waitpid (run->pid, &run->status, WNOHANG) == run->pid;
}

/* Read until the host process of the scenario has ended and all its output is
   read; a device that lives on may hold the pipe open.  */
static inline void
scenario_watch (const struct scenario *scenario, struct scenario_run *run,
                int in)
{
  long limit = scenario_limit_ms (SCENARIO_LIMIT_S * 1000);
  bool signalled = false, ended = false;

  for (;;)
    {
      struct pollfd poller = { in, POLLIN, 0 };
      ssize_t got = 0;

      if (poll (&poller, 1, ended ? 0 : 20) > 0)
        got = read (in, run->output + run->length,
                    SCENARIO_OUTPUT - run->length);
      if (got > 0)
        run->length += (size_t)got;
      run->output[run->length] = 0;
      if (!signalled && strstr (run->output, "ready\n"))
        {
          signalled = true;
          scenario_signal (scenario, run);
        }
      if (ended && got <= 0)
        break;
      ended = ended || scenario_reap (run);
      if (!ended && scenario_now_ms () > limit)
        {
          run->timed_out = true;
          kill (-run->pid, SIGKILL);
        }
    }
  close (in);
}

/* Wait for processes that outlive the scenario, but not longer than the grace;
   return how many had to be killed.  */
static inline int
scenario_leftovers (void)
{
  long limit = scenario_limit_ms (SCENARIO_GRACE_MS);
  char path[64];
  int killed = 0;
  FILE *children;
  long pid;

  while (waitpid (-1, NULL, WNOHANG) >= 0 && scenario_now_ms () < limit)
    usleep (2000);
  snprintf (path, sizeof path, "/proc/self/task/%d/children", (int)getpid ());
  children = fopen (path, "r");
  while (children && fscanf (children, "%ld", &pid) == 1)
    {
      kill ((pid_t)pid, SIGKILL);
      killed++;
    }
  if (children)
    fclose (children);
  while (killed && waitpid (-1, NULL, 0) > 0)
    continue;
  return killed;
}

/* Count the entries of FOLDER whose names contain PART; if REMOVE, remove
   them.  */
static inline int
scenario_count_files (const char *folder, const char *part, bool remove)
{
  DIR *handle = opendir (folder);
  struct dirent *entry;
  int count = 0;

  while (handle && (entry = readdir (handle)) != NULL)
    if (entry->d_name[0] != '.' && strstr (entry->d_name, part))
      {
        count++;
        if (remove)
          unlinkat (dirfd (handle), entry->d_name, 0);
      }
  if (handle)
    closedir (handle);
  return count;
}

static inline int
scenario_shared_memory (void)
{
  return scenario_count_files ("/dev/shm", "offgomp", false)
         + scenario_count_files ("/dev/shm", "x86emul", false);
}

static inline bool
scenario_ended_as (int ends_with, int status)
{
  if (ends_with >= 1000)
    return WIFSIGNALED (status) && WTERMSIG (status) == ends_with - 1000;
  if (ends_with == SCENARIO_FAILS)
    return WIFEXITED (status) && WEXITSTATUS (status) != 0;
  return WIFEXITED (status) && WEXITSTATUS (status) == ends_with;
}

static inline bool
scenario_matches (const char *pattern, const char *text)
{
  regex_t compiled;
  bool matches;

  if (regcomp (&compiled, pattern, REG_EXTENDED))
    {
      fprintf (stderr, "bad pattern: %s\n", pattern);
      exit (2);
    }
  matches = regexec (&compiled, text, 0, NULL, 0) == 0;
  regfree (&compiled);
  return matches;
}

static inline void
scenario_complain (bool *good, const char *name, const char *what,
                   const char *detail)
{
  printf ("%s: %s%s\n", name, what, detail);
  *good = false;
}

static inline bool
scenario_judge (const struct scenario *scenario, struct scenario_run *run,
                int shared_memory_before)
{
  const char *name = scenario->name;
  bool good = true;
  char status[64];

  snprintf (status, sizeof status, "%s %d",
            WIFSIGNALED (run->status) ? "signal" : "exit status",
            WIFSIGNALED (run->status) ? WTERMSIG (run->status)
                                      : WEXITSTATUS (run->status));
  if (run->timed_out)
    scenario_complain (&good, name, "did not end in time", "");
  else if (!scenario_ended_as (scenario->ends_with, run->status))
    scenario_complain (&good, name, "ended with ", status);
  for (int i = 0; i < SCENARIO_PATTERNS && scenario->output[i]; i++)
    if (!scenario_matches (scenario->output[i], run->output))
      scenario_complain (&good, name, "the output lacks ", scenario->output[i]);
  if (scenario->never && scenario_matches (scenario->never, run->output))
    scenario_complain (&good, name, "the output has ", scenario->never);
  if (scenario_leftovers ())
    scenario_complain (&good, name, "a process outlived it", "");
  if (scenario_shared_memory () > shared_memory_before)
    scenario_complain (&good, name, "left a file in /dev/shm", "");
  if (scenario_count_files (run->folder, "", true))
    scenario_complain (&good, name, "left a temporary file", "");
  return good;
}

static inline bool
scenario_try (const struct scenario *scenario)
{
  static struct scenario_run run;
  int before = scenario_shared_memory (), in;
  bool good;

  memset (&run, 0, sizeof run);
  scenario_start (scenario, &run, &in);
  scenario_watch (scenario, &run, in);
  good = scenario_judge (scenario, &run, before);
  rmdir (run.folder);
  if (!good || getenv ("SCENARIO_VERBOSE"))
    printf ("---- output of %s\n%s\n----\n", scenario->name, run.output);
  printf ("%s: %s\n", good ? "PASS" : "FAIL", scenario->name);
  fflush (stdout);
  return good;
}

/* Without arguments try every scenario; with "-" and a name, that scenario
   alone.  With only a name, the process becomes the scenario.  */
static inline int
scenario_main (int argc, char **argv, const struct scenario *scenarios,
               size_t count)
{
  const char *name = argc > 1 ? argv[argc - 1] : NULL;
  bool good = true;

  prctl (PR_SET_CHILD_SUBREAPER, 1);
  for (size_t i = 0; i < count; i++)
    if (argc == 2 && !strcmp (name, scenarios[i].name))
      {
        prctl (PR_SET_CHILD_SUBREAPER, 0);
        scenarios[i].body ();
        return 0;
      }
    else if (argc == 1 || (argc == 3 && !strcmp (name, scenarios[i].name)))
      good = scenario_try (&scenarios[i]) && good;
  return good ? 0 : 1;
}

#define SCENARIO_MAIN(table)                                                   \
  int main (int argc, char **argv)                                             \
  {                                                                            \
    return scenario_main (argc, argv, table, sizeof table / sizeof *table);    \
  }

#endif
