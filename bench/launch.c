/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What target constructs cost by themselves: the regions do next to nothing.

   The rows of one device, launched by the initial thread, then by four threads
   at once.  The figure of "four-threads" is wall time divided by the launches
   of all threads.  */

#include "target.h"
#include "timing.h"

#define ARRAY_LENGTH 128
#define THREADS 4

static double a[ARRAY_LENGTH], b[ARRAY_LENGTH], c[ARRAY_LENGTH],
    d[ARRAY_LENGTH], e[ARRAY_LENGTH], f[ARRAY_LENGTH], g[ARRAY_LENGTH],
    h[ARRAY_LENGTH];

static void
empty (long count)
{
  for (long i = 0; i < count; i++)
    {
#pragma omp target
      {
      }
    }
}

static void
scalar (long count)
{
  int value = 0;

  for (long i = 0; i < count; i++)
    {
#pragma omp target map(tofrom: value)
      value++;
    }
  if (value != count)
    abort ();
}

static void
add_arrays (void)
{
#pragma omp target map(tofrom: a, b, c, d, e, f, g, h)
  a[0] += b[1] + c[2] + d[3] + e[4] + f[5] + g[6] + h[7];
}

static void
eight_arrays (long count)
{
  for (long i = 0; i < count; i++)
    add_arrays ();
}

static void
present_arrays (long count)
{
#pragma omp target data map(tofrom: a, b, c, d, e, f, g, h)
  for (long i = 0; i < count; i++)
    add_arrays ();
}

static void
update_4_bytes (long count)
{
  int value = 0;

#pragma omp target data map(to: value)
  for (long i = 0; i < count; i++)
    {
      value = (int)i;
#pragma omp target update to(value)
    }
}

static void
enter_exit (long count)
{
  for (long i = 0; i < count; i++)
    {
#pragma omp target enter data map(to: a)
#pragma omp target exit data map(from: a)
    }
}

static void
four_threads (long count)
{
#pragma omp parallel num_threads(THREADS)
  for (long i = 0; i < count / THREADS; i++)
    {
#pragma omp target
      {
      }
    }
}

static const struct bench_row rows[] = { { "empty", empty },
                                         { "scalar", scalar },
                                         { "eight-arrays", eight_arrays },
                                         { "present-arrays", present_arrays },
                                         { "update-4-bytes", update_4_bytes },
                                         { "enter-exit", enter_exit },
                                         { "four-threads", four_threads } };

int
main (void)
{
  bench_require_device ();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    bench_measure (&rows[i]);
  return 0;
}
