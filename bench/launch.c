/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Measures target constructs themselves: the regions do almost nothing.

   The rows of one device, launched by the initial thread, then by four and by
   eight threads at once; their figures are wall time divided by the launches of
   all threads.  The last two have regions with some work, 64 in a row or 64
   concurrent ones with nowait; the figure is the time of one.  */

#include "target.h"
#include "timing.h"

#define ARRAY_LENGTH 128
#define OUTSTANDING 64
#define WORK 10000 /* iterations, some 10 us */

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
#pragma omp target map(tofrom : value)
      value++;
    }
  if (value != count)
    abort ();
}

static void
add_arrays (void)
{
#pragma omp target map(tofrom : a, b, c, d, e, f, g, h)
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
#pragma omp target data map(tofrom : a, b, c, d, e, f, g, h)
  for (long i = 0; i < count; i++)
    add_arrays ();
}

static void
update_4_bytes (long count)
{
  int value = 0;

#pragma omp target data map(to : value)
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
#pragma omp target enter data map(to : a)
#pragma omp target exit data map(from : a)
    }
}

static void
several_threads (int threads, long count)
{
#pragma omp parallel num_threads(threads)
  for (long i = 0; i < count / threads; i++)
    {
#pragma omp target
      {
      }
    }
}

static void
four_threads (long count)
{
  several_threads (4, count);
}

static void
eight_threads (long count)
{
  several_threads (8, count);
}

static void
work_in_turn (long count)
{
  for (long i = 0; i < count; i++)
    {
#pragma omp target
      for (volatile int k = 0; k < WORK; k = k + 1)
        continue;
    }
}

static void
work_nowait (long count)
{
  for (long i = 0; i < count; i += OUTSTANDING)
    {
      for (long k = i; k < i + OUTSTANDING && k < count; k++)
        {
#pragma omp target nowait
          for (volatile int n = 0; n < WORK; n = n + 1)
            continue;
        }
#pragma omp taskwait
    }
}

static const struct bench_row rows[] = { { "empty", empty },
                                         { "scalar", scalar },
                                         { "eight-arrays", eight_arrays },
                                         { "present-arrays", present_arrays },
                                         { "update-4-bytes", update_4_bytes },
                                         { "enter-exit", enter_exit },
                                         { "four-threads", four_threads },
                                         { "eight-threads", eight_threads },
                                         { "work-in-turn", work_in_turn },
                                         { "work-nowait", work_nowait } };

int
main (void)
{
  bench_require_device ();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    bench_measure (&rows[i]);
  return 0;
}
