/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* GOMP_OFFLOAD_TRACE: the file is valid and has all events.  */

#include <omp.h>

#include "trace-run.h"

static void
scale_values (double by)
{
#pragma omp target map(tofrom : values)
  for (int i = 0; i < 1000; i++)
    values[i] *= by;
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

static void
sleep_later (void)
{
#pragma omp target nowait
  usleep (20000);
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

static double
now_us (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
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

#define SCALE SCENARIO_FUNCTION ("scale_values")
/* Of clang's code the library is not asked for regions with a false if.  */
#ifdef __clang__
#  define SEEN_ON_HOST "fallbacks 0\\+0 "
#else
#  define SEEN_ON_HOST "fallbacks 1\\+1 "
#endif

static const struct scenario scenarios[] = {
  { "plain",
    plain,
    0,
    { TRACE },
    { "plain: valid 1 nested 1 regions 1\\+0 fallbacks 0\\+0 launches 1\\+0 "
      "transfers [56] maps 4",
      /* Where the path is long, the name ends before the parenthesis.  */
      "X launch '" SCALE " \\(.*' of scale_values.* in device 0 \\(x86emul\\)",
      "X transfer 'copy to device 0 \\(x86emul\\)' of " SCALE
      " .* in device 0 \\(x86emul\\): values, 8000",
      "i map 'map' of .* in device 0 \\(x86emul\\): values, 8000",
      "X directive 'target update' of  in device 0",
      "X wait 'initialization of device 0 \\(x86emul\\)' of  in device 0",
      "M __metadata 'process_name' of .*\\(host\\)" },
    NULL },
  { "format",
    format,
    0,
    { TRACE },
    { "format: valid 1 nested 1 regions [0-9]+\\+0 " SEEN_ON_HOST,
      "in time 1 longest launch 1" },
    NULL },
  { "nowait",
    nowait,
    0,
    { TRACE },
    { "nowait: valid 1 nested 1 regions 16\\+0 fallbacks 0\\+0 launches 8\\+0 "
      "transfers 8 maps 16" },
    NULL },
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
      SCALE " \\(.*\\.c:[0-9]+\\): OMP_TARGET_OFFLOAD is "
            "set to DISABLED" },
    NULL },
};

SCENARIO_MAIN (scenarios)
