/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's constructs beside OpenMP's of the same meaning, on one device in
   one process.

   Each row has two bodies.  Their batches take turns, so both meet the same
   state of the machine; the line `acc-ROW' has OpenACC's nanoseconds, `omp-ROW'
   OpenMP's.  Compile it with -fopenmp -fopenacc.

   "async" is a region in a queue and a wait for it.  "queues" is a region of 64
   that are started in as many queues, of OpenMP with nowait, before a wait for
   all of them.  The rows with 10^5 are those of ranges.c, in ascending
   order.  */

#include <openacc.h>

#include "target.h"
#include "timing.h"

#define ARRAY_LENGTH 128
#define QUEUES 64
#define THREADS 4
#define RANGES 100000
#define STRIDE 16 /* ints: 64 bytes */
#define TURNS 3
#define LONGER 4 /* than usual: threads of the other model may still wait */

struct pair
{
  const char *name;
  void (*acc) (long count);
  void (*omp) (long count);
};

static double a[ARRAY_LENGTH], b[ARRAY_LENGTH], c[ARRAY_LENGTH],
    d[ARRAY_LENGTH], e[ARRAY_LENGTH], f[ARRAY_LENGTH], g[ARRAY_LENGTH],
    h[ARRAY_LENGTH];
static int *base;
static int device;

/* ---- Regions.  */

static void
acc_empty (long count)
{
  for (long i = 0; i < count; i++)
    {
#pragma acc parallel
      {
      }
    }
}

static void
omp_empty (long count)
{
  for (long i = 0; i < count; i++)
    {
#pragma omp target
      {
      }
    }
}

static void
acc_scalar (long count)
{
  int value = 0;

  for (long i = 0; i < count; i++)
    {
#pragma acc serial copy(value)
      value++;
    }
  if (value != count)
    abort ();
}

static void
omp_scalar (long count)
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
acc_present (long count)
{
#pragma acc data copy(a, b, c, d, e, f, g, h)
  for (long i = 0; i < count; i++)
    {
#pragma acc serial present(a, b, c, d, e, f, g, h)
      a[0] += b[1] + c[2] + d[3] + e[4] + f[5] + g[6] + h[7];
    }
}

static void
omp_present (long count)
{
#pragma omp target data map(tofrom : a, b, c, d, e, f, g, h)
  for (long i = 0; i < count; i++)
    {
#pragma omp target map(tofrom : a, b, c, d, e, f, g, h)
      a[0] += b[1] + c[2] + d[3] + e[4] + f[5] + g[6] + h[7];
    }
}

static void
acc_threads (long count)
{
#pragma omp parallel num_threads(THREADS)
  acc_empty (count / THREADS);
}

static void
omp_threads (long count)
{
#pragma omp parallel num_threads(THREADS)
  omp_empty (count / THREADS);
}

/* ---- Queues.  */

static void
acc_async (long count)
{
  for (long i = 0; i < count; i++)
    {
#pragma acc parallel async(1)
      {
      }
#pragma acc wait(1)
    }
}

static void
omp_async (long count)
{
  for (long i = 0; i < count; i++)
    {
#pragma omp target nowait
      {
      }
#pragma omp taskwait
    }
}

static void
acc_queues (long count)
{
  for (long i = 0; i < count; i += QUEUES)
    {
      for (int k = 0; k < QUEUES; k++)
        {
#pragma acc parallel async(k)
          {
          }
        }
#pragma acc wait
    }
}

static void
omp_queues (long count)
{
  for (long i = 0; i < count; i += QUEUES)
    {
      for (int k = 0; k < QUEUES; k++)
        {
#pragma omp target nowait
          {
          }
        }
#pragma omp taskwait
    }
}

/* ---- Data.  */

static void
acc_data (long count)
{
  for (long i = 0; i < count; i++)
    {
#pragma acc data copy(a)
      {
      }
    }
}

static void
omp_data (long count)
{
  for (long i = 0; i < count; i++)
    {
#pragma omp target data map(tofrom : a)
      {
      }
    }
}

static void
acc_enter_exit (long count)
{
  for (long i = 0; i < count; i++)
    {
#pragma acc enter data copyin(a)
#pragma acc exit data copyout(a)
    }
}

static void
omp_enter_exit (long count)
{
  for (long i = 0; i < count; i++)
    {
#pragma omp target enter data map(to : a)
#pragma omp target exit data map(from : a)
    }
}

static void
acc_update (long count)
{
  int value = 0;

#pragma acc data copyin(value)
  for (long i = 0; i < count; i++)
    {
      value = (int)i;
#pragma acc update device(value)
    }
}

static void
omp_update (long count)
{
  int value = 0;

#pragma omp target data map(to : value)
  for (long i = 0; i < count; i++)
    {
      value = (int)i;
#pragma omp target update to(value)
    }
}

/* ---- Many mappings.  */

static void
acc_map (long count)
{
  for (long i = 0; i < count; i++)
    {
      int *range = base + (size_t)i * STRIDE;

#pragma acc enter data copyin(range [0:2])
    }
}

static void
omp_map (long count)
{
  for (long i = 0; i < count; i++)
    {
      int *range = base + (size_t)i * STRIDE;

#pragma omp target enter data map(to : range [0:2])
    }
}

static void
acc_lookup (long count)
{
  int present = 0;

  for (long i = 0; i < count; i++)
    present += acc_is_present (base + (size_t)i * STRIDE + 1, sizeof (int));
  if (present != count)
    abort ();
}

static void
omp_lookup (long count)
{
  int present = 0;

  for (long i = 0; i < count; i++)
    present += omp_target_is_present (base + (size_t)i * STRIDE + 1, device);
  if (present != count)
    abort ();
}

static void
acc_unmap (long count)
{
  for (long i = 0; i < count; i++)
    {
      int *range = base + (size_t)i * STRIDE;

#pragma acc exit data delete (range [0:2])
    }
}

static void
omp_unmap (long count)
{
  for (long i = 0; i < count; i++)
    {
      int *range = base + (size_t)i * STRIDE;

#pragma omp target exit data map(release : range [0:2])
    }
}

/* ---- Measuring.  */

static const struct pair pairs[]
    = { { "empty", acc_empty, omp_empty },
        { "scalar", acc_scalar, omp_scalar },
        { "present", acc_present, omp_present },
        { "threads", acc_threads, omp_threads },
        { "async", acc_async, omp_async },
        { "queues", acc_queues, omp_queues },
        { "data", acc_data, omp_data },
        { "enter-exit", acc_enter_exit, omp_enter_exit },
        { "update", acc_update, omp_update } };

/* One after the other, since each needs what the one before it left.  */
static const struct pair many[] = { { "map-1e5", acc_map, omp_map },
                                    { "lookup-1e5", acc_lookup, omp_lookup },
                                    { "unmap-1e5", acc_unmap, omp_unmap } };

#define MANY (sizeof many / sizeof *many)

static void
print (const char *model, const char *name, double *batches, int count)
{
  char row[64];

  snprintf (row, sizeof row, "%s-%s", model, name);
  bench_print (row, bench_median (batches, count));
}

static void
measure (const struct pair *p)
{
  struct bench_row acc = { p->name, p->acc }, omp = { p->name, p->omp };
  long count = LONGER * bench_calibrate (&acc);
  double batches[2][BENCH_BATCHES];

  for (int i = 0; i < BENCH_BATCHES; i++)
    {
      batches[0][i] = bench_time (&acc, count) / (double)count;
      batches[1][i] = bench_time (&omp, count) / (double)count;
    }
  print ("acc", p->name, batches[0], BENCH_BATCHES);
  print ("omp", p->name, batches[1], BENCH_BATCHES);
}

static void
measure_many (void)
{
  double times[2][MANY][TURNS];

  for (int i = 0; i < 2 * TURNS; i++)
    for (size_t k = 0; k < MANY; k++)
      {
        /* Each model is the first in every other turn.  */
        int model = (i ^ i >> 1) & 1;
        struct bench_row row
            = { many[k].name, model == 0 ? many[k].acc : many[k].omp };
        times[model][k][i / 2] = bench_time (&row, RANGES) / RANGES;
      }
  for (size_t k = 0; k < MANY; k++)
    {
      print ("acc", many[k].name, times[0][k], TURNS);
      print ("omp", many[k].name, times[1][k], TURNS);
    }
}

static void
require_accelerator (void)
{
  int on_host = 1;

#pragma acc serial copyout(on_host)
  on_host = acc_on_device (acc_device_host);
  if (!on_host)
    return;
  fprintf (stderr, "compute regions run on the host: nothing to measure\n");
  exit (2);
}

int
main (void)
{
  base = calloc ((size_t)RANGES * STRIDE, sizeof *base);
  if (!base)
    {
      perror ("calloc");
      return 2;
    }
  device = omp_get_default_device ();
  bench_require_device ();
  require_accelerator ();
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    measure (&pairs[i]);
  measure_many ();
  free (base);
  return 0;
}
