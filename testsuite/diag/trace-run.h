/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* For tests of GOMP_OFFLOAD_TRACE.  The traced program is a child of the
   scenario's process, which reads the file and prints its contents.  */

#ifndef TRACE_RUN_H
#define TRACE_RUN_H

#include "scenario.h"
#include "trace-read.h"

/* For the variable of that name, a file for each process; and one file.  */
#define TRACE "GOMP_OFFLOAD_TRACE=offload-trace-%p.json"
#define ONE_TRACE "GOMP_OFFLOAD_TRACE=offload-trace-fixed.json"

/* What the programs map, and a region that does a little.  */
static double values[1000];

static inline void
spin (void)
{
#pragma omp target
  for (volatile int i = 0; i < 1000; i++)
    ;
}

static struct trace trace;

static inline void
report (const char *what)
{
  bool nested = trace_is_nested (&trace);
  printf (
      "%s: valid %d nested %d regions %d+%d fallbacks %d+%d launches %d+%d "
      "transfers %d maps %d\n",
      what, trace.valid, nested, trace_count (&trace, "region", 'X'),
      trace_count (&trace, "region", 'B'),
      trace_count (&trace, "fallback", 'X'),
      trace_count (&trace, "fallback", 'B'),
      trace_count (&trace, "launch", 'X'), trace_count (&trace, "launch", 'B'),
      trace_count (&trace, "transfer", 'X'), trace_count (&trace, "map", 'i'));
}

/* The name of the trace of process PID, or of the one that no process is named
   by.  */
static inline void
trace_file (char file[64], pid_t pid)
{
  if (pid == 0)
    strcpy (file, "offload-trace-fixed.json");
  else
    snprintf (file, 64, "offload-trace-%d.json", (int)pid);
}

/* Read it.  */
static inline bool
look (const char *what, pid_t pid)
{
  char file[64];
  trace_file (file, pid);
  bool found = trace_read (&trace, file);
  if (found)
    report (what);
  else
    printf ("%s: no file\n", what);
  fflush (stdout);
  return found;
}

/* Start WORK in a child; returns its number.  */
static inline pid_t
start (void (*work) (void))
{
  fflush (NULL);
  pid_t pid = fork ();
  if (pid == 0)
    {
      work ();
      exit (0);
    }
  return pid;
}

static inline pid_t
wait_for (pid_t pid)
{
  int status = 0;
  waitpid (pid, &status, 0);
  printf ("ended with %d signal %d\n", WEXITSTATUS (status),
          WIFSIGNALED (status) ? WTERMSIG (status) : 0);
  return pid;
}

/* Run WORK in a child; returns its number.  */
static inline pid_t
run (void (*work) (void))
{
  return wait_for (start (work));
}

/* Has the trace of process PID an event of CATEGORY and PHASE?  What is seen
   while it is written need not be valid.  */
static inline bool
has_traced (pid_t pid, const char *category, char phase)
{
  char file[64];
  trace_file (file, pid);
  return access (file, R_OK) == 0 && trace_load (&trace, file) && trace.valid
         && trace_count (&trace, category, phase) > 0;
}

/* Start WORK in a child, and end it by SIGNAL when it has traced such an
   event.  */
static inline pid_t
run_until (void (*work) (void), const char *category, char phase, int signal)
{
  pid_t pid = start (work);
  while (!has_traced (pid, category, phase))
    {
      if (waitpid (pid, NULL, WNOHANG) != 0)
        return pid;
      usleep (10000);
    }
  kill (pid, signal);
  return wait_for (pid);
}

#endif
