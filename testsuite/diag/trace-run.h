/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* For tests of GOMP_OFFLOAD_TRACE: the program traced is a child of the
   scenario's process, which reads the file and prints what it has.  */

#ifndef TRACE_RUN_H
#define TRACE_RUN_H

#include "scenario.h"
#include "trace-read.h"

/* For the variable of that name, a file for each process; and one file.  */
#define TRACE "GOMP_OFFLOAD_TRACE=offload-trace-%p.json"
#define ONE_TRACE "GOMP_OFFLOAD_TRACE=offload-trace-fixed.json"

static struct trace trace;

static inline void
tell (const char *what)
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

/* Read the trace of process PID, or the one that no process is named by.  */
static inline bool
look (const char *what, pid_t pid)
{
  char file[64] = "offload-trace-fixed.json";
  if (pid != 0)
    snprintf (file, sizeof file, "offload-trace-%d.json", (int)pid);
  bool found = trace_read (&trace, file);
  if (found)
    tell (what);
  else
    printf ("%s: no file\n", what);
  fflush (stdout);
  return found;
}

/* Run WORK in a child; returns its number.  */
static inline pid_t
run (void (*work) (void))
{
  int status = 0;
  fflush (NULL);
  pid_t pid = fork ();
  if (pid == 0)
    {
      work ();
      exit (0);
    }
  waitpid (pid, &status, 0);
  printf ("ended with %d signal %d\n", WEXITSTATUS (status),
          WIFSIGNALED (status) ? WTERMSIG (status) : 0);
  return pid;
}

#endif
