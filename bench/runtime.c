/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Measures the runtime's part of constructs of OpenMP and OpenACC, on the
   device of null-plugin.c, which does nothing.  The calls are those that GCC
   generates for the constructs in the comments; the program registers its one
   region itself.

   `runtime ROW COUNT' only executes the row, without measuring.

   "transfers" is not a time, but the number of plugin calls that copy data to
   the device, or from it, in one construct with eight new arrays.  */

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "null-device.h"
#include "target.h"
#include "timing.h"

extern void GOMP_offload_register_ver (unsigned, const void *, int,
                                       const void *);
extern void GOMP_offload_unregister_ver (unsigned, const void *, int,
                                         const void *);
extern void GOMP_target_ext (int, void (*) (void *), size_t, void **, size_t *,
                             unsigned short *, unsigned, void **, void **);
extern void GOMP_target_data_ext (int, size_t, void **, size_t *,
                                  unsigned short *);
extern void GOMP_target_end_data (void);
extern void GOMP_target_update_ext (int, size_t, void **, size_t *,
                                    unsigned short *, unsigned, void **);
extern void GOMP_target_enter_exit_data (int, size_t, void **, size_t *,
                                         unsigned short *, unsigned, void **);

extern void GOACC_parallel_keyed (int, void (*) (void *), size_t, void **,
                                  size_t *, unsigned short *, ...);
extern void GOACC_data_start (int, size_t, void **, size_t *, unsigned short *);
extern void GOACC_data_end (void);
extern void GOACC_enter_data (int, size_t, void **, size_t *, unsigned short *,
                              int, int, ...);
extern void GOACC_exit_data (int, size_t, void **, size_t *, unsigned short *,
                             int, int, ...);
extern void GOACC_update (int, size_t, void **, size_t *, unsigned short *, int,
                          int, ...);
extern void GOACC_wait (int, int, ...);
extern void acc_set_device_type (int);
extern int acc_is_present (void *, size_t);

#define ARRAYS 8
#define THREADS 2
#define ACC_THREADS 4
#define QUEUES 64
#define VERSION (1u << 16)

enum
{
  MAP_TO = 0x301,
  MAP_FROM = 0x302,
  MAP_TOFROM = 0x303,
  MAP_PRESENT = 0x306,
  MAP_RELEASE = 0x317,
  MAP_FORCE_TO = 0x381
};

/* OpenACC: no flags, as their complement; types of devices; async values.  */
enum
{
  ACC_FLAGS = -1,
  ACC_HOST = 2,
  ACC_SYNC = -2,
  ACC_DIM_ASYNC = 2 << 28 | 0xffff
};

static struct null_copies copies;

static void
region (void *data)
{
  fprintf (stderr, "the region runs on the host (%p)\n", data);
  exit (2);
}

static void (*functions[]) (void *) = { region };
static uintptr_t variables[1];
static const void *table[] = { functions, functions + 1, variables, variables };

/* The arguments of a construct that maps ARRAYS arrays.  */
struct arguments
{
  void *hosts[ARRAYS];
  size_t sizes[ARRAYS];
  unsigned short kinds[ARRAYS];
};

static double arrays[ACC_THREADS][ARRAYS][16];

static void
fill_arguments (struct arguments *a, int thread, int kind)
{
  for (int i = 0; i < ARRAYS; i++)
    {
      a->hosts[i] = arrays[thread][i];
      a->sizes[i] = sizeof arrays[thread][i];
      a->kinds[i] = (unsigned short)kind;
    }
}

static void
launch (struct arguments *a, size_t count)
{
  void *args[] = { NULL };

  GOMP_target_ext (-1, region, count, a->hosts, a->sizes, a->kinds, 0, NULL,
                   args);
}

/* #pragma omp target  */
static void
empty (long count)
{
  struct arguments a;

  for (long i = 0; i < count; i++)
    launch (&a, 0);
}

static void
host_region (void *data)
{
  (void)data;
}

/* #pragma omp target if(0), which the host runs, as without device code.  */
static void
on_host (long count)
{
  struct arguments a;
  void *args[] = { NULL };

  for (long i = 0; i < count; i++)
    GOMP_target_ext (-2, host_region, 0, a.hosts, a.sizes, a.kinds, 0, NULL,
                     args);
}

static void
map_new (long count, size_t number)
{
  struct arguments a;

  fill_arguments (&a, 0, MAP_TOFROM);
  for (long i = 0; i < count; i++)
    launch (&a, number);
}

/* #pragma omp target map(tofrom: one array)  */
static void
new_array (long count)
{
  map_new (count, 1);
}

/* #pragma omp target map(tofrom: eight arrays)  */
static void
new_arrays (long count)
{
  map_new (count, ARRAYS);
}

/* The same within #pragma omp target data  */
static void
present_arrays (long count)
{
  struct arguments a;

  fill_arguments (&a, 0, MAP_TOFROM);
  GOMP_target_data_ext (-1, ARRAYS, a.hosts, a.sizes, a.kinds);
  for (long i = 0; i < count; i++)
    launch (&a, ARRAYS);
  GOMP_target_end_data ();
}

/* Two threads, each with its own arrays, which are present.  */
static void
two_threads (long count)
{
#pragma omp parallel num_threads(THREADS)
  {
    struct arguments a;

    fill_arguments (&a, omp_get_thread_num (), MAP_TOFROM);
    GOMP_target_data_ext (-1, ARRAYS, a.hosts, a.sizes, a.kinds);
    for (long i = 0; i < count; i++)
      launch (&a, ARRAYS);
    GOMP_target_end_data ();
  }
}

/* #pragma omp target update to(eight arrays)  */
static void
update_arrays (long count)
{
  struct arguments a;

  fill_arguments (&a, 0, MAP_TO);
  GOMP_target_data_ext (-1, ARRAYS, a.hosts, a.sizes, a.kinds);
  for (long i = 0; i < count; i++)
    GOMP_target_update_ext (-1, ARRAYS, a.hosts, a.sizes, a.kinds, 0, NULL);
  GOMP_target_end_data ();
}

/* #pragma omp target enter data map(to: one), exit data map(from: one)  */
static void
enter_exit (long count)
{
  struct arguments in, out;

  fill_arguments (&in, 0, MAP_TO);
  fill_arguments (&out, 0, MAP_FROM);
  for (long i = 0; i < count; i++)
    {
      GOMP_target_enter_exit_data (-1, 1, in.hosts, in.sizes, in.kinds, 0,
                                   NULL);
      GOMP_target_enter_exit_data (-1, 1, out.hosts, out.sizes, out.kinds, 2,
                                   NULL);
    }
}

/* ---- OpenACC.  */

static void
acc_launch (struct arguments *a, size_t count)
{
  GOACC_parallel_keyed (ACC_FLAGS, region, count, a->hosts, a->sizes, a->kinds,
                        0);
}

/* #pragma acc parallel  */
static void
acc_empty (long count)
{
  struct arguments a;

  for (long i = 0; i < count; i++)
    acc_launch (&a, 0);
}

/* The same with the host as the device, from now on: GCC's libgomp does not let
   it be chosen again.  */
static void
acc_on_host (long count)
{
  static bool is_chosen;
  struct arguments a;

  if (!is_chosen)
    acc_set_device_type (ACC_HOST);
  is_chosen = true;
  for (long i = 0; i < count; i++)
    GOACC_parallel_keyed (ACC_FLAGS, host_region, 0, a.hosts, a.sizes, a.kinds,
                          0);
}

static void
acc_map_new (long count, size_t number)
{
  struct arguments a;

  fill_arguments (&a, 0, MAP_TOFROM);
  for (long i = 0; i < count; i++)
    acc_launch (&a, number);
}

/* #pragma acc parallel copy(one array)  */
static void
acc_new_array (long count)
{
  acc_map_new (count, 1);
}

/* #pragma acc parallel copy(eight arrays)  */
static void
acc_new_arrays (long count)
{
  acc_map_new (count, ARRAYS);
}

static void
acc_on_present (int thread, long count)
{
  struct arguments a;

  fill_arguments (&a, thread, MAP_TOFROM);
  GOACC_data_start (ACC_FLAGS, ARRAYS, a.hosts, a.sizes, a.kinds);
  fill_arguments (&a, thread, MAP_PRESENT);
  for (long i = 0; i < count; i++)
    acc_launch (&a, ARRAYS);
  GOACC_data_end ();
}

/* #pragma acc parallel present(eight arrays)  */
static void
acc_present_arrays (long count)
{
  acc_on_present (0, count);
}

/* Four threads, each with its own arrays.  */
static void
acc_threads (long count)
{
#pragma omp parallel num_threads(ACC_THREADS)
  acc_on_present (omp_get_thread_num (), count / ACC_THREADS);
}

/* #pragma acc data copy(one array)  */
static void
acc_data (long count)
{
  struct arguments a;

  fill_arguments (&a, 0, MAP_TOFROM);
  for (long i = 0; i < count; i++)
    {
      GOACC_data_start (ACC_FLAGS, 1, a.hosts, a.sizes, a.kinds);
      GOACC_data_end ();
    }
}

/* #pragma acc update device(eight arrays)  */
static void
acc_update_arrays (long count)
{
  struct arguments a;

  fill_arguments (&a, 0, MAP_FORCE_TO);
  GOACC_data_start (ACC_FLAGS, ARRAYS, a.hosts, a.sizes, a.kinds);
  for (long i = 0; i < count; i++)
    GOACC_update (ACC_FLAGS, ARRAYS, a.hosts, a.sizes, a.kinds, ACC_SYNC, 0);
  GOACC_data_end ();
}

/* #pragma acc enter data copyin(one), exit data copyout(one)  */
static void
acc_enter_exit (long count)
{
  struct arguments in, out;

  fill_arguments (&in, 0, MAP_TO);
  fill_arguments (&out, 0, MAP_FROM);
  for (long i = 0; i < count; i++)
    {
      GOACC_enter_data (ACC_FLAGS, 1, in.hosts, in.sizes, in.kinds, ACC_SYNC,
                        0);
      GOACC_exit_data (ACC_FLAGS, 1, out.hosts, out.sizes, out.kinds, ACC_SYNC,
                       0);
    }
}

/* acc_is_present, of one that is.  */
static void
acc_ask (long count)
{
  struct arguments a;

  fill_arguments (&a, 0, MAP_TO);
  GOACC_data_start (ACC_FLAGS, 1, a.hosts, a.sizes, a.kinds);
  for (long i = 0; i < count; i++)
    acc_is_present (a.hosts[0], a.sizes[0]);
  GOACC_data_end ();
}

/* #pragma acc parallel async(k), for 64 queues in turn; #pragma acc wait  */
static void
acc_queues (long count)
{
  struct arguments a;

  for (long i = 0; i < count; i += QUEUES)
    {
      for (int k = 0; k < QUEUES; k++)
        GOACC_parallel_keyed (ACC_FLAGS, region, 0, a.hosts, a.sizes, a.kinds,
                              ACC_DIM_ASYNC, k, 0);
      GOACC_wait (ACC_SYNC, 0);
    }
}

static const struct bench_row rows[]
    = { { "runtime-empty", empty },
        { "runtime-host", on_host },
        { "runtime-new", new_array },
        { "runtime-new-8", new_arrays },
        { "runtime-present-8", present_arrays },
        { "runtime-update-8", update_arrays },
        { "runtime-enter-exit", enter_exit },
        { "acc-empty", acc_empty },
        { "acc-new", acc_new_array },
        { "acc-new-8", acc_new_arrays },
        { "acc-present-8", acc_present_arrays },
        { "acc-data", acc_data },
        { "acc-update-8", acc_update_arrays },
        { "acc-enter-exit", acc_enter_exit },
        { "acc-is-present", acc_ask },
        /* These rows are the last, since operations of one thread alone cost
           less.  */
        { "runtime-present-8-two", two_threads },
        { "acc-threads", acc_threads },
        { "acc-queues", acc_queues },
        { "acc-host", acc_on_host } };

/* Do the operation of the row NAME COUNT times, for tools that count
   instructions.  */
static void
repeat (const char *name, long count)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp (rows[i].name, name) == 0)
      rows[i].body (count);
}

int
main (int argc, char **argv)
{
  GOMP_offload_register_ver (VERSION, table, NULL_DEVICE, &copies);
  /* GCC's libgomp does not start a device for OpenACC that OpenMP has used.  */
  acc_empty (1);
  if (argc == 3)
    {
      repeat (argv[1], atol (argv[2]));
      return 0;
    }
  new_arrays (1);
  copies = (struct null_copies){ 0, 0 };
  new_arrays (100);
  bench_print ("transfers-8", (double)copies.to / 100);
  bench_print ("transfers-back-8", (double)copies.from / 100);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    bench_measure (&rows[i]);
  GOMP_offload_unregister_ver (VERSION, table, NULL_DEVICE, &copies);
  return 0;
}
