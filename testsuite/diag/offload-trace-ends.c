/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* GOMP_OFFLOAD_TRACE: however the program ends or forks, and wherever it
   writes, the file is valid and has all events, or a message says why not.  */

#include <omp.h>

#include "trace-run.h"

/* ---- How a program ends.  */

static void
work_exit (void)
{
#pragma omp target if (0)
  exit (3);
}

static void
exit_in_region (void)
{
  look ("exit", run (work_exit));
}

/* A launch that nobody waits for.  */
static void
work_left (void)
{
  spin ();
#pragma omp target nowait
  sleep (30);
}

static void
left (void)
{
  look ("left", run (work_left));
}

static void
work_fault (void)
{
  int *null = NULL;
  spin ();
#pragma omp target firstprivate(null)
  *null = 1;
}

static void
fault_in_region (void)
{
  look ("fault", run (work_fault));
}

/* ---- What is in the file of a program that does not come to its end.  */

static void
work_idles (void)
{
  spin ();
  pause ();
}

static void
killed (void)
{
  look ("killed", run_until (work_idles, "region", 'X', SIGKILL));
}

static void
interrupted (void)
{
  look ("interrupted", run_until (work_idles, "region", 'X', SIGINT));
}

static void
aborted (void)
{
  look ("aborted", run_until (work_idles, "region", 'X', SIGABRT));
}

static void
work_hangs (void)
{
  spin ();
#pragma omp target
  pause ();
}

static void
hangs_in_region (void)
{
  look ("hangs", run_until (work_hangs, "region", 'B', SIGKILL));
}

static void
work_hangs_on_host (void)
{
#pragma omp target if (0)
  pause ();
}

static void
hangs_on_host (void)
{
  look ("host", run_until (work_hangs_on_host, "fallback", 'B', SIGKILL));
}

/* What takes the place of what was not over is shorter.  */
static void
work_goes_on (void)
{
#pragma omp target
  {
    for (int i = 0; i < 20; i++)
      usleep (50000);
  }
  pause ();
}

static void
goes_on (void)
{
  look ("goes on", run_until (work_goes_on, "region", 'X', SIGKILL));
}

static void
work_thread_ends (void)
{
#pragma omp parallel num_threads(4)
  spin ();
  omp_pause_resource_all (omp_pause_hard);
  spin ();
}

static void
threads_end (void)
{
  look ("threads", run (work_thread_ends));
}

/* ---- Forks.  */

static void
work_fork (void)
{
#pragma omp target if (0)
  values[0]++;
  fflush (NULL);
  pid_t grandchild = fork ();
  if (grandchild == 0)
    {
#pragma omp target if (0)
      values[1]++;
#pragma omp target if (0)
      values[2]++;
      exit (0);
    }
  waitpid (grandchild, NULL, 0);
  if (!look ("child", grandchild))
    printf ("none of its own\n");
}

static void
forked (void)
{
  look ("parent", run (work_fork));
}

static void
forked_one_file (void)
{
  run (work_fork);
  look ("parent", 0);
}

/* ---- Files that cannot be written.  */

static int opened[2], over[2];

/* Have the file open until the other process is over.  */
static void
work_holds (void)
{
  char c;
  spin ();
  usleep (300000);
  spin ();
  if (write (opened[1], "", 1) == 1 && read (over[0], &c, 1) == 1)
    spin ();
}

static void
two_processes (void)
{
  char c;
  if (pipe (opened) != 0 || pipe (over) != 0)
    return;
  fflush (NULL);
  pid_t pid = fork ();
  if (pid == 0)
    {
      work_holds ();
      exit (0);
    }
  if (read (opened[0], &c, 1) == 1)
    run (spin);
  if (write (over[1], "", 1) == 1)
    waitpid (pid, NULL, 0);
  look ("first", 0);
}

/* ---- Files that cannot be written, and names that are no UTF-8.  */

static void
work_meets_limit (void)
{
  const struct rlimit limit = { 5000, 5000 };
#pragma omp target if (0)
  ;
  usleep (400000);
  setrlimit (RLIMIT_FSIZE, &limit);
  for (int i = 0; i < 1000; i++)
#pragma omp target if (0)
    ;
}

static void
limited (void)
{
  look ("limited", run (work_meets_limit));
  printf ("goes on\n");
}

static void
unread (void)
{
  if (mkfifo ("offload-trace-fixed.json", 0600) != 0)
    return;
  run (spin);
  unlink ("offload-trace-fixed.json");
  printf ("goes on\n");
}

static int reader;

static void
work_loses_reader (void)
{
  char c;
  close (reader);
#pragma omp target if (0)
  ;
  usleep (400000);
  if (write (opened[1], "", 1) == 1 && read (over[0], &c, 1) == 1)
#pragma omp target if (0)
    ;
}

static void
reader_ends (void)
{
  char c;
  if (pipe (opened) != 0 || pipe (over) != 0
      || mkfifo ("offload-trace-fixed.json", 0600) != 0)
    return;
  reader = open ("offload-trace-fixed.json", O_RDONLY | O_NONBLOCK);
  pid_t pid = start (work_loses_reader);
  bool read_all = read (opened[0], &c, 1) == 1;
  close (reader);
  if (read_all && write (over[1], "", 1) == 1)
    wait_for (pid);
  unlink ("offload-trace-fixed.json");
  printf ("goes on\n");
}

static void
work_with_name (void)
{
  static char name[] = "caf\xe9 \xff\xc3(\xed\xa0\x80";
  program_invocation_short_name = name;
  spin ();
}

static void
no_utf8 (void)
{
  look ("name", run (work_with_name));
}

static void
unwritable (void)
{
  run (spin);
  printf ("goes on\n");
}

static const struct scenario scenarios[] = {
  { "exit in a region",
    exit_in_region,
    0,
    { TRACE },
    { "ended with 3 signal 0",
      "exit: valid 1 nested 1 regions 0\\+0 fallbacks 0\\+1 launches 0\\+0 " },
    NULL },
  { "a region at the end",
    left,
    0,
    { TRACE },
    { "left: valid 1 nested 1 regions 2\\+0 fallbacks 0\\+0 launches 1\\+1 " },
    NULL },
  { "fault in a region",
    fault_in_region,
    0,
    { TRACE },
    { "null pointer", "ended with 1 signal 0",
      "fault: valid 1 nested 1 regions 1\\+1 fallbacks 0\\+0 launches 1\\+1 " },
    NULL },
  { "killed",
    killed,
    0,
    { TRACE },
    { "ended with 0 signal 9", "killed: valid 1 nested 1 regions 1\\+0 "
                               "fallbacks 0\\+0 launches 1\\+0 " },
    NULL },
  { "interrupted",
    interrupted,
    0,
    { TRACE },
    { "ended with 0 signal 2", "interrupted: valid 1 nested 1 regions 1\\+0 "
                               "fallbacks 0\\+0 launches 1\\+0 " },
    NULL },
  { "aborted",
    aborted,
    0,
    { TRACE },
    { "ended with 0 signal 6", "aborted: valid 1 nested 1 regions 1\\+0 "
                               "fallbacks 0\\+0 launches 1\\+0 " },
    NULL },
  { "a region that hangs",
    hangs_in_region,
    0,
    { TRACE },
    { "ended with 0 signal 9",
      "hangs: valid 1 nested 1 regions 1\\+1 fallbacks 0\\+0 launches 1\\+1 " },
    NULL },
  { "a region that hangs on the host",
    hangs_on_host,
    0,
    { TRACE },
    { "ended with 0 signal 9",
      "host: valid 1 nested 1 regions 0\\+0 fallbacks 0\\+1 launches 0\\+0 " },
    NULL },
  { "a region that ends after a while",
    goes_on,
    0,
    { TRACE },
    { "ended with 0 signal 9", "goes on: valid 1 nested 1 regions 1\\+0 "
                               "fallbacks 0\\+0 launches 1\\+0 " },
    NULL },
  { "threads that end",
    threads_end,
    0,
    { TRACE },
    { "threads: valid 1 nested 1 regions 5\\+0 fallbacks 0\\+0 launches "
      "5\\+0 " },
    NULL },
  { "fork",
    forked,
    0,
    { TRACE },
    { "child: valid 1 nested 1 regions 0\\+0 fallbacks 2\\+0 ",
      "parent: valid 1 nested 1 regions 0\\+0 fallbacks 1\\+0 " },
    NULL },
  { "fork, one file",
    forked_one_file,
    0,
    { ONE_TRACE },
    { "none of its own",
      "parent: valid 1 nested 1 regions 0\\+0 fallbacks 1\\+0 " },
    NULL },
  { "two processes, one file",
    two_processes,
    0,
    { ONE_TRACE },
    { "libgomp: warning: cannot write the trace to 'offload-trace-fixed.json' "
      "\\(GOMP_OFFLOAD_TRACE\\): another process writes it \\(%p in its name "
      "gives each process a file\\); the program goes on without",
      "ended with 0 signal 0", "first: valid 1 nested 1 regions 3\\+0 " },
    "warning.*warning" },
  { "no such directory",
    unwritable,
    0,
    { "GOMP_OFFLOAD_TRACE=/nonexistent/trace.json" },
    { "libgomp: warning: cannot write the trace to '/nonexistent/trace.json' "
      "\\(GOMP_OFFLOAD_TRACE\\): No such file or directory; the program goes "
      "on without",
      "ended with 0 signal 0", "goes on" },
    "warning.*warning" },
  { "limit of file sizes",
    limited,
    0,
    { TRACE },
    { "libgomp: warning: cannot write the trace to 'offload-trace-[0-9]+.json' "
      "\\(GOMP_OFFLOAD_TRACE\\): File too large; the program goes on without",
      "ended with 0 signal 0", "limited: valid 1 ", "goes on" },
    "warning.*warning" },
  { "FIFO without a reader",
    unread,
    0,
    { ONE_TRACE },
    { "libgomp: warning: cannot write the trace to 'offload-trace-fixed.json' "
      "\\(GOMP_OFFLOAD_TRACE\\): nobody reads this FIFO; the program goes on "
      "without",
      "ended with 0 signal 0", "goes on" },
    "warning.*warning" },
  { "FIFO whose reader ends",
    reader_ends,
    0,
    { ONE_TRACE },
    { "libgomp: warning: cannot write the trace to 'offload-trace-fixed.json' "
      "\\(GOMP_OFFLOAD_TRACE\\): Broken pipe; the program goes on without",
      "ended with 0 signal 0", "goes on" },
    "warning.*warning" },
  { "a name that is no UTF-8",
    no_utf8,
    0,
    { TRACE },
    { "ended with 0 signal 0", "name: valid 1 nested 1 regions 1\\+0 " },
    NULL },
  { "full disk",
    unwritable,
    0,
    { "GOMP_OFFLOAD_TRACE=/dev/full" },
    { "libgomp: warning: cannot write the trace to '/dev/full' "
      "\\(GOMP_OFFLOAD_TRACE\\): No space left on device; the program goes on "
      "without",
      "ended with 0 signal 0", "goes on" },
    "warning.*warning" },
};

SCENARIO_MAIN (scenarios)
