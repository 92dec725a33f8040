/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Measures constructs on a GPU; gpu.sh compiles and runs it:

     gpu ROW [MEGABYTES]
     gpu info
     gpu rows

   prints the median of samples: microseconds for an operation, or GB/s if the
   name of the row ends in "-rate".  Rows "driver-..." do the same by the CUDA
   driver alone, for comparison.  */

#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t count; /* elements of the large arrays */

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static void
fail (const char *what)
{
  fprintf (stderr, "gpu: %s\n", what);
  exit (1);
}

static void *
array (void)
{
  void *p = malloc (count * sizeof (double));
  if (p == NULL)
    fail ("out of memory");
  return p;
}

/* ---- Small constructs.  */

static int mapped[1000], block[1000];

static void
empty (void)
{
#pragma omp target
  ;
}

static void
map_small (void)
{
  int x = 1;
#pragma omp target map(tofrom : x) map(to : block)
  x += block[0];
}

static void
update (void)
{
#pragma omp target update to(mapped)
}

static void
nowait64 (void)
{
#pragma omp parallel num_threads(1)
  {
    for (int i = 0; i < 64; i++)
#pragma omp target map(alloc : mapped) nowait
      mapped[i]++;
#pragma omp taskwait
  }
}

static void
four_threads (void)
{
#pragma omp parallel num_threads(4)
  map_small ();
}

/* ---- Bandwidth.  A, B, C are on the device.  */

static double *a, *b, *c;

static void
saxpy (void)
{
#pragma omp target teams distribute parallel for simd map(alloc                \
                                                          : a[:count], b       \
                                                          [:count])
  for (size_t i = 0; i < count; i++)
    a[i] += 3.0 * b[i];
}

static void
reduce (void)
{
  double sum = 0;
#pragma omp target teams distribute parallel for simd map(alloc: a[:count]) map(tofrom: sum) \
  reduction(+: sum)
  for (size_t i = 0; i < count; i++)
    sum += a[i];
  if (!(sum >= 0))
    fail ("wrong sum");
}

static void
triad (void)
{
#pragma omp target teams distribute parallel for simd map(alloc                \
                                                          : a[:count], b       \
                                                          [:count], c          \
                                                          [:count])
  for (size_t i = 0; i < count; i++)
    a[i] = b[i] + 0.4 * c[i];
}

static void
map_arrays (void)
{
  a = array ();
  b = array ();
  c = array ();
  for (size_t i = 0; i < count; i++)
    {
      a[i] = 0;
      b[i] = 1;
      c[i] = 2;
    }
#pragma omp target enter data map(to : a[:count], b[:count], c[:count])
}

/* ---- By the driver.  */

static void *cuda, *stream, *function_empty, *function_triad;
static unsigned long long device_array[3];

static const char code[]
    = ".version 6.0\n.target sm_30\n.address_size 64\n"
      ".visible .entry nothing (.param .u64 p)\n{\nret;\n}\n"
      /* a[i] = b[i] + 0.4 * c[i], in steps of all lanes */
      ".visible .entry triad (.param .u64 pa, .param .u64 pb, .param .u64 pc,\n"
      "  .param .u64 pn)\n{\n"
      ".reg .u64 %a,%b,%c,%n,%i,%s,%o,%x;\n.reg .u32 %t,%g,%z,%m;\n"
      ".reg .f64 %u,%v;\n.reg .pred %p;\n"
      "ld.param.u64 %a,[pa];\nld.param.u64 %b,[pb];\nld.param.u64 %c,[pc];\n"
      "ld.param.u64 %n,[pn];\n"
      "mov.u32 %t,%tid.x;\nmov.u32 %g,%ctaid.x;\nmov.u32 %z,%ntid.x;\n"
      "mov.u32 %m,%nctaid.x;\n"
      "mad.lo.u32 %t,%g,%z,%t;\ncvt.u64.u32 %i,%t;\n"
      "mul.lo.u32 %m,%m,%z;\ncvt.u64.u32 %s,%m;\n"
      "$loop:\nsetp.ge.u64 %p,%i,%n;\n@%p bra $end;\n"
      "shl.b64 %o,%i,3;\nadd.u64 %x,%b,%o;\nld.global.f64 %u,[%x];\n"
      "add.u64 %x,%c,%o;\nld.global.f64 %v,[%x];\n"
      "fma.rn.f64 %u,%v,0d3fd999999999999a,%u;\n"
      "add.u64 %x,%a,%o;\nst.global.f64 [%x],%u;\n"
      "add.u64 %i,%i,%s;\nbra $loop;\n$end:\nret;\n}\n";

#define CALL(name, parameters, ...)                                            \
  do                                                                           \
    {                                                                          \
      int (*call) parameters = (int (*) parameters)dlsym (cuda, #name);        \
      if (call == NULL || call (__VA_ARGS__) != 0)                             \
        fail (#name);                                                          \
    }                                                                          \
  while (0)

/* The objects that are measured, without the time for finding them.  */
static int (*launch_kernel) (void *, unsigned, unsigned, unsigned, unsigned,
                             unsigned, unsigned, unsigned, void *, void **,
                             void **);
static int (*synchronize) (void *);

static void
launch (void *function, unsigned teams, unsigned lanes, void **parameters)
{
  if (launch_kernel (function, teams, 1, 1, lanes, 1, 1, 0, stream, parameters,
                     NULL)
          != 0
      || synchronize (stream) != 0)
    fail ("cuLaunchKernel, cuStreamSynchronize");
}

static void
driver_empty (void)
{
  void *nothing = NULL, *parameters[] = { &nothing };
  launch (function_empty, 1, 32, parameters);
}

static void
driver_triad (void)
{
  void *parameters[]
      = { &device_array[0], &device_array[1], &device_array[2], &count };
  launch (function_triad, 2048, 256, parameters);
}

static void
open_driver (void)
{
  void *context, *module;
  int device;
  cuda = dlopen ("libcuda.so.1", RTLD_NOW);
  if (cuda == NULL)
    fail ("no libcuda.so.1");
  *(void **)&launch_kernel = dlsym (cuda, "cuLaunchKernel");
  *(void **)&synchronize = dlsym (cuda, "cuStreamSynchronize");
  if (launch_kernel == NULL || synchronize == NULL)
    fail ("libcuda.so.1 has no cuLaunchKernel");
  CALL (cuInit, (unsigned), 0);
  CALL (cuDeviceGet, (int *, int), &device, 0);
  CALL (cuDevicePrimaryCtxRetain, (void **, int), &context, device);
  CALL (cuCtxSetCurrent, (void *), context);
  CALL (cuStreamCreate, (void **, unsigned), &stream, 1);
  CALL (cuModuleLoadData, (void **, const void *), &module, code);
  CALL (cuModuleGetFunction, (void **, void *, const char *), &function_empty,
        module, "nothing");
  CALL (cuModuleGetFunction, (void **, void *, const char *), &function_triad,
        module, "triad");
}

static void
open_driver_arrays (void)
{
  open_driver ();
  for (int i = 0; i < 3; i++)
    {
      CALL (cuMemAlloc_v2, (unsigned long long *, size_t), &device_array[i],
            count * sizeof (double));
      CALL (cuMemsetD8_v2, (unsigned long long, unsigned char, size_t),
            device_array[i], 0, count * sizeof (double));
    }
  /* cuMemset does not wait, and a non-blocking stream does not wait for it.  */
  CALL (cuCtxSynchronize, (void));
}

/* What the figures are of.  */
static void
report (void)
{
  char name[128] = "";
  int device, version = 0, major = 0, minor = 0, multiprocessors = 0, count = 0;
  open_driver ();
  CALL (cuDeviceGet, (int *, int), &device, 0);
  CALL (cuDeviceGetName, (char *, int, int), name, sizeof name, device);
  CALL (cuDriverGetVersion, (int *), &version);
  CALL (cuDeviceGetCount, (int *), &count);
  CALL (cuDeviceGetAttribute, (int *, int, int), &major, 75, device);
  CALL (cuDeviceGetAttribute, (int *, int, int), &minor, 76, device);
  CALL (cuDeviceGetAttribute, (int *, int, int), &multiprocessors, 16, device);
  printf (
      "device: %s, sm_%d%d, %d multiprocessors, the first of %d; driver for "
      "CUDA %d.%d; OpenMP has %d\n",
      name, major, minor, multiprocessors, count, version / 1000,
      version % 1000 / 10, omp_get_num_devices ());
}

/* ---- Rows.  */

static void
map_static (void)
{
#pragma omp target enter data map(to : mapped)
}

static void
nothing (void)
{
}

/* The first region of a process is measured once.  */
static const struct
{
  const char *name;
  void (*prepare) (void);
  void (*run) (void);
  int arrays; /* how many large arrays pass through memory: a rate */
} rows[] = { { "start", nothing, empty, 0 },
             { "empty", nothing, empty, 0 },
             { "driver-empty", open_driver, driver_empty, 0 },
             { "mapped", nothing, map_small, 0 },
             { "update", map_static, update, 0 },
             { "nowait64", map_static, nowait64, 0 },
             { "threads4", nothing, four_threads, 0 },
             { "saxpy-rate", map_arrays, saxpy, 3 },
             { "reduction-rate", map_arrays, reduce, 1 },
             { "triad-rate", map_arrays, triad, 3 },
             { "driver-triad-rate", open_driver_arrays, driver_triad, 3 } };
#define ROWS (sizeof (rows) / sizeof (rows[0]))

static int
compare (const void *x, const void *y)
{
  double d = *(const double *)x - *(const double *)y;
  return (d > 0) - (d < 0);
}

#define SAMPLES 41

static double
median_time (void (*run) (void), int samples)
{
  double sample[SAMPLES];
  for (int i = 0; i < samples; i++)
    {
      double start = now ();
      run ();
      sample[i] = now () - start;
    }
  qsort (sample, (size_t)samples, sizeof (sample[0]), compare);
  return sample[samples / 2];
}

int
main (int argc, char **argv)
{
  size_t megabytes = argc > 2 ? strtoul (argv[2], NULL, 10) : 1024;
  int samples
      = getenv ("SAMPLES") != NULL ? atoi (getenv ("SAMPLES")) : SAMPLES;
  count = (megabytes << 20) / sizeof (double);
  if (samples < 1 || samples > SAMPLES)
    samples = SAMPLES;
  if (argc > 1 && strcmp (argv[1], "info") == 0)
    {
      report ();
      return omp_get_num_devices () == 0;
    }
  for (size_t i = 0; argc > 1 && i < ROWS; i++)
    if (strcmp (rows[i].name, argv[1]) == 0)
      {
        int is_start = i == 0;
        rows[i].prepare ();
        if (!is_start)
          rows[i].run ();
        double time = median_time (rows[i].run, is_start ? 1 : samples);
        double bytes = (double)rows[i].arrays * (double)count * sizeof (double);
        printf ("%.3f\n", rows[i].arrays > 0 ? bytes / time * 1e-3 : time);
        return 0;
      }
  for (size_t i = 0; i < ROWS; i++)
    puts (rows[i].name);
  return argc > 1 && strcmp (argv[1], "rows") != 0;
}
