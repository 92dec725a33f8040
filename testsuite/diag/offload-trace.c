/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 300 } */
/* { dg-require-effective-target offload_device } */
/* GOMP_OFFLOAD_TRACE: whatever the program does and however it ends, the file
   is valid and has what happened.  The program traced is a child of the
   scenario's process, which reads the file.  */

#include <omp.h>

#include "scenario.h"
#include "trace-read.h"

static double values[1000];
static struct trace trace;

static void
spin (void)
{
#pragma omp target
  for (volatile int i = 0; i < 1000; i++)
    ;
}

static void
scale_values (double by)
{
#pragma omp target map(tofrom : values)
  for (int i = 0; i < 1000; i++)
    values[i] *= by;
}

static void
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

/* ---- The format's rules.  */

static double
now_us (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

/* Read the trace of process PID, or the one that no process is named by.  */
static bool
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
static pid_t
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

/* ---- What a trace has.  */

static void
work_plain (void)
{
  scale_values (2);
#pragma omp target enter data map(to : values)
#pragma omp target update from(values)
#pragma omp target exit data map(from : values)
}

static void
plain (void)
{
  look ("plain", run (work_plain));
  for (int i = 0; i < trace.count; i++)
    {
      const struct trace_event *e = &trace.events[i];
      printf ("%c %s '%s' of %s in %s: %s, %.0f\n", e->phase, e->category,
              e->name, e->region, e->where, e->variable, e->bytes);
    }
}

static void
work_nowait (void)
{
  double x[8];
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 8; i++)
    {
#pragma omp target nowait map(from : x[i])
      x[i] = i;
    }
}

static void
nowait (void)
{
  look ("nowait", run (work_nowait));
}

/* ---- Waits.  */

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

/* ---- Many.  */

static void
work_many (void)
{
#pragma omp parallel num_threads(8)
  for (int i = 0; i < 300; i++)
    spin ();
}

/* More than is kept before it is written.  */
static void
many (void)
{
  int threads = 0;
  look ("many", run (work_many));
  for (int i = 0; i < trace.count; i++)
    threads += strcmp (trace.events[i].name, "thread_name") == 0
               && strncmp (trace.events[i].region, "launches", 8) != 0;
  printf ("threads %d\n", threads);
}

/* More launches at once than a word has bits.  */
static void
work_at_once (void)
{
  for (int i = 0; i < 200; i++)
    sleep_later ();
#pragma omp taskwait
}

static void
at_once (void)
{
  int lanes = 0, flows = 0;
  look ("at once", run (work_at_once));
  for (int i = 0; i < trace.count; i++)
    {
      lanes += strncmp (trace.events[i].region, "launches, lane", 14) == 0;
      flows += *trace.events[i].flow != '\0';
    }
  printf ("lanes enough %d flows %d\n", lanes > 64 && lanes <= 200, flows);
}

static void
work_two_devices (void)
{
#pragma omp target device(0)
  ;
#pragma omp target device(1)
  ;
}

static void
two_devices (void)
{
  look ("two", run (work_two_devices));
  for (int i = 0; i < trace.count; i++)
    if (strcmp (trace.events[i].name, "process_name") == 0)
      printf ("process %s\n", trace.events[i].region);
}

static void
work_on_host (void)
{
  scale_values (2);
  scale_values (2);
}

static void
on_host (void)
{
  look ("host", run (work_on_host));
  for (int i = 0; i < trace.count; i++)
    if (*trace.events[i].reason != '\0')
      printf ("%s: %s\n", trace.events[i].name, trace.events[i].reason);
}

/* Everything that has a phase, a clock or a number of its own.  */
static void
work_format (void)
{
  int x = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp target nowait map(tofrom : values)
    values[omp_get_thread_num ()]++;
#pragma omp taskwait
  }
#pragma omp target if (0)
  x++;
#pragma omp target
  usleep (2000);
#pragma omp target if (0)
  exit (0);
}

/* Times are microseconds of the system's monotonic clock, as two files of
   different programs show together only then.  */
static void
format (void)
{
  double longest = 0;
  double before = now_us ();
  look ("format", run (work_format));
  double after = now_us ();
  bool in_time = true;
  for (int i = 0; i < trace.count; i++)
    {
      const struct trace_event *e = &trace.events[i];
      if (e->phase == 'M')
        continue;
      in_time &= e->start >= before && e->start + e->duration <= after;
      if (strcmp (e->category, "launch") == 0 && e->duration > longest)
        longest = e->duration;
    }
  printf ("in time %d longest launch %d\n", in_time,
          longest >= 2000 && longest < after - before);
}

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

/* What is old enough was written.  */
static void
work_kill (void)
{
  spin ();
  usleep (400000);
  spin ();
  raise (SIGKILL);
}

static void
killed (void)
{
  look ("killed", run (work_kill));
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
    run (work_plain);
  if (write (over[1], "", 1) == 1)
    waitpid (pid, NULL, 0);
  look ("first", 0);
}

static void
unwritable (void)
{
  run (work_plain);
  printf ("goes on\n");
}

#define TRACE "GOMP_OFFLOAD_TRACE=offload-trace-%p.json"

static const struct scenario scenarios[] = {
  { "plain",
    plain,
    0,
    { TRACE },
    { "plain: valid 1 nested 1 regions 1\\+0 fallbacks 0\\+0 launches 1\\+0 "
      "transfers 6 maps 4",
      /* Where the path is long, the name ends before the parenthesis.  */
      "X launch 'scale_values._omp_fn.0 \\(.*' of scale_values.* in device 0 "
      "\\(x86emul\\)",
      "X transfer 'copy to device 0 \\(x86emul\\)' of scale_values._omp_fn.0 "
      ".* in device 0 \\(x86emul\\): values, 8000",
      "i map 'map' of .* in device 0 \\(x86emul\\): values, 8000",
      "X directive 'target update' of  in device 0",
      "X wait 'initialization of device 0 \\(x86emul\\)' of  in device 0",
      "M __metadata 'process_name' of .*\\(host\\)" },
    NULL },
  { "format",
    format,
    0,
    { TRACE },
    { "format: valid 1 nested 1 regions [0-9]+\\+0 fallbacks 1\\+1 ",
      "in time 1 longest launch 1" },
    NULL },
  { "nowait",
    nowait,
    0,
    { TRACE },
    { "nowait: valid 1 nested 1 regions 16\\+0 fallbacks 0\\+0 launches 8\\+0 "
      "transfers 8 maps 16" },
    NULL },
  { "waits",
    all_waits,
    0,
    { TRACE, "OMP_TARGET_OFFLOAD=mandatory" },
    { "looked at all" },
    "no wait|a wait|not valid" },
  { "launches at once",
    at_once,
    0,
    { TRACE },
    { "at once: valid 1 nested 1 regions 400\\+0 fallbacks 0\\+0 launches "
      "200\\+0 ",
      "lanes enough 1 flows 800" },
    NULL },
  { "eight threads",
    many,
    0,
    { TRACE },
    { "many: valid 1 nested 1 regions 2400\\+0 fallbacks 0\\+0 launches "
      "2400\\+0",
      "threads 8" },
    NULL },
  { "two devices",
    two_devices,
    0,
    { TRACE, "OFFLOAD_EMUL_NUM=2" },
    { "two: valid 1 nested 1 regions 2\\+0 fallbacks 0\\+0 launches 2\\+0 ",
      "process device 0 \\(x86emul\\)", "process device 1 \\(x86emul\\)",
      "process .* \\(host\\)" },
    NULL },
  { "host fallback",
    on_host,
    0,
    { TRACE, "OMP_TARGET_OFFLOAD=disabled" },
    { "host: valid 1 nested 1 regions 0\\+0 fallbacks 2\\+0 launches 0\\+0 ",
      "scale_values._omp_fn.[0-9]+ \\(.*\\.c:[0-9]+\\): OMP_TARGET_OFFLOAD is "
      "set to DISABLED" },
    NULL },
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
    { "ended with 0 signal 9",
      "killed: valid 1 nested 1 regions [12]\\+0 fallbacks 0\\+0 launches "
      "[12]\\+0 " },
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
    { "GOMP_OFFLOAD_TRACE=offload-trace-fixed.json" },
    { "none of its own",
      "parent: valid 1 nested 1 regions 0\\+0 fallbacks 1\\+0 " },
    NULL },
  { "two processes, one file",
    two_processes,
    0,
    { "GOMP_OFFLOAD_TRACE=offload-trace-fixed.json" },
    { "libgomp: warning: cannot write the trace to 'offload-trace-fixed.json' "
      "\\(GOMP_OFFLOAD_TRACE\\): another process writes it \\(%p in its name "
      "gives each process a file\\); the program goes on without",
      "ended with 0 signal 0",
      "first: valid 1 nested 1 regions 3\\+0 " },
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
