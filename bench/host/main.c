/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Measures rows of the host benchmark under the libgomp.so.1 that the dynamic
   linker found, and first prints which one that is:

     host --list                     name, kind and description of each row
     host [--sample MS] [--samples N] [--limit S] ROW...

   A row's count is raised until a sample takes about MS; its line is

     NAME MEDIAN MINIMUM CPU SLEEPS SWITCHES COUNT
                                       nanoseconds for an operation; CPU time of
                                       all threads together; how often a thread
                                       slept, or gave its CPU to another one
     NAME > BOUND                      no sample ended within the limit: an
                                       operation takes longer than this

   The second form ends the program, since its other threads are stuck.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "rows.h"

#define MAX_SAMPLES 101

static const struct bench_host_row *const tables[]
    = { bench_floor_rows, bench_region_rows, bench_loop_rows,
        bench_sync_rows,  bench_task_rows,   bench_depend_rows,
        bench_work_rows };

static const char *const kinds[] = {
  [BENCH_EACH] = "each", [BENCH_SHARED] = "shared", [BENCH_FLOOR] = "floor"
};

static struct
{
  double sample_ns; /* what a sample should take */
  int samples;      /* how many of them */
  double limit_s;   /* a row that takes longer has collapsed */
} options = { 1e7, 5, 2 };

/* What the handler of the limit prints about the running row.  */
static struct
{
  const char *name;
  double start_ns; /* of the batch that runs */
  long count;      /* of its operations */
  double before;   /* nanoseconds for an operation in the previous batch */
} running;

/* What all threads together used, in total or for an operation.  */
struct use
{
  double cpu_ns;
  double sleeps;
  double switches;
};

static struct use
use_now (void)
{
  struct rusage usage;
  struct use use;

  getrusage (RUSAGE_SELF, &usage);
  use.cpu_ns
      = 1e9 * (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + 1e3 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  use.sleeps = (double)usage.ru_nvcsw;
  use.switches = (double)usage.ru_nivcsw;
  return use;
}

static struct use
use_since (struct use start, double operations)
{
  struct use use = use_now ();

  use.cpu_ns = (use.cpu_ns - start.cpu_ns) / operations;
  use.sleeps = (use.sleeps - start.sleeps) / operations;
  use.switches = (use.switches - start.switches) / operations;
  return use;
}

/* snprintf is not async-signal safe, but the threads of a row print nothing,
   and the program ends here.  */
static void
give_up (int signal_number)
{
  char line[128];
  double bound = (bench_now_ns () - running.start_ns) / (double)running.count;
  int length;

  (void)signal_number;
  if (bound < running.before)
    bound = running.before;
  length = snprintf (line, sizeof line, "%s > %.1f\n", running.name, bound);
  if (write (STDOUT_FILENO, line, (size_t)length) < 0)
    _exit (1);
  _exit (0);
}

static void
set_limit (double seconds)
{
  struct itimerval limit = { { 0, 0 }, { (time_t)seconds, 0 } };

  limit.it_value.tv_usec
      = (suseconds_t)((seconds - (double)limit.it_value.tv_sec) * 1e6);
  setitimer (ITIMER_REAL, &limit, NULL);
}

static double
time_batch (const struct bench_host_row *row, long count)
{
  double start = bench_now_ns (), elapsed;

  running.start_ns = start;
  running.count = count;
  row->row.body (count);
  elapsed = bench_now_ns () - start;
  running.before = elapsed / (double)count;
  return elapsed;
}

/* The quicker of two batches, if the first takes long: a row must not count as
   slow because a thread starts or another process takes the CPU.  */
static double
time_batch_twice (const struct bench_host_row *row, long count)
{
  double first = time_batch (row, count), second = first;

  if (first >= options.sample_ns / 4)
    second = time_batch (row, count);
  return second < first ? second : first;
}

/* Raises the count until a batch is long enough and its time has grown with the
   count twice.  Before that, the batch measures the start of the region or its
   threads, or some other process.  The count grows slowly, since an operation
   that collapses takes milliseconds, and not for ever.  */
static long
calibrate (const struct bench_host_row *row)
{
  double before = 0, started = bench_now_ns ();
  long count = 1;
  int factor = 2, grown = 0;

  while (count < BENCH_COUNT_MAX
         && bench_now_ns () - started < options.limit_s * 0.25e9)
    {
      double elapsed = time_batch_twice (row, count);

      grown = elapsed > 0.6 * factor * before ? grown + 1 : 0;
      if (elapsed > options.sample_ns / 4 && grown > 1)
        {
          count = (long)((double)count * options.sample_ns / elapsed);
          return count > 0 ? count : 1;
        }
      before = elapsed;
      factor = elapsed < options.sample_ns / 16 && count > 64 ? 4 : 2;
      count *= factor;
    }
  return count;
}

static void
measure (const struct bench_host_row *row)
{
  double samples[MAX_SAMPLES], started = bench_now_ns ();
  struct use use;
  long count;
  int taken = 0;

  running.name = row->row.name;
  running.before = 0;
  set_limit (options.limit_s);
  count = calibrate (row);
  use = use_now ();
  do
    samples[taken++] = time_batch (row, count) / (double)count;
  while (taken < options.samples
         && bench_now_ns () - started < options.limit_s * 0.5e9);
  use = use_since (use, (double)count * taken);
  set_limit (0);
  double median = bench_median (samples, taken);
  printf ("%s %.2f %.2f %.2f %.4f %.4f %ld\n", row->row.name, median,
          samples[0], use.cpu_ns, use.sleeps, use.switches, count);
  fflush (stdout);
}

static void
list_rows (void)
{
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    for (const struct bench_host_row *row = tables[i]; row->row.name; row++)
      printf ("%s\t%s\t%s\n", row->row.name, kinds[row->kind], row->what);
}

static const struct bench_host_row *
find_row (const char *name)
{
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    for (const struct bench_host_row *row = tables[i]; row->row.name; row++)
      if (!strcmp (row->row.name, name))
        return row;
  fprintf (stderr, "no row '%s'; --list prints them\n", name);
  exit (2);
}

/* Otherwise a library might be compared with itself, and the result would look
   convincing.  */
static void
print_runtime (void)
{
  Dl_info info;
  char *path = NULL;

  if (dladdr ((void *)omp_get_num_procs, &info) && info.dli_fname)
    path = realpath (info.dli_fname, NULL);
  printf ("runtime %s\n", path ? path : "?");
  fflush (stdout);
  free (path);
}

int
main (int argc, char **argv)
{
  int i = 1;

  if (argc > 1 && !strcmp (argv[1], "--list"))
    {
      list_rows ();
      return 0;
    }
  for (; i + 1 < argc && argv[i][0] == '-'; i += 2)
    if (!strcmp (argv[i], "--sample"))
      options.sample_ns = atof (argv[i + 1]) * 1e6;
    else if (!strcmp (argv[i], "--samples"))
      options.samples = atoi (argv[i + 1]);
    else if (!strcmp (argv[i], "--limit"))
      options.limit_s = atof (argv[i + 1]);
  if (options.samples < 1 || options.samples > MAX_SAMPLES)
    options.samples = 5;
  signal (SIGALRM, give_up);
  print_runtime ();
  for (; i < argc; i++)
    measure (find_row (argv[i]));
  return 0;
}
