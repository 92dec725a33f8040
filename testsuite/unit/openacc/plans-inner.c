/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions that a thread executes again and again inside a data region
   (offload/construct/plan_inner.c): with a plan they do what they do without
   one, and copy nothing.  */

#define REGIONS(X) X (add) X (add_more) X (clobber)
#include "device.h"

#include "abi/goacc.h"

extern void acc_set_device_num (int number, int type);

#define ROUNDS 6 /* the second makes the plan */
#define ARRAYS 3
#define LENGTH 5
#define THREADS 4
#define FORCE_PRESENT 6
#define NO_FLAGS (-1)

static int arrays[THREADS][ARRAYS][LENGTH];
static int (*mine)[LENGTH] = arrays[0]; /* of the only thread */

/* The first array grows by the second one.  */
static void
add (void **slots)
{
  int *to = real (slots[0]), *from = real (slots[1]);
  to[0] += from[0];
}

/* It grows by firstprivate data, which the region then changes, and a value. */
static void
add_more (void **slots)
{
  int *to = real (slots[0]), *private = real (slots[1]);
  to[0] += *private + (int)(intptr_t)slots[2];
  *private = 1000;
}

static int data_index; /* device 0 lets the host see what lies behind */

static void
clobber (void **slots)
{
  int *to = real (slots[0]);
  to[data_index] = 1;
}

/* ---- Calls.  */

static void
begin_data (int (*a)[LENGTH], int count)
{
  for (int i = 0; i < count; i++)
    clause (TOFROM, a[i], sizeof (a[i]));
  GOACC_data_start (NO_FLAGS, clauses, hosts, sizes, kinds);
  clauses = 0;
}

static void
run_region (void (*fn) (void *))
{
  GOACC_parallel_keyed (NO_FLAGS, fn, clauses, hosts, sizes, kinds, 0);
  clauses = 0;
}

static void
run_add (void *to, void *from)
{
  clause (FORCE_PRESENT, to, sizeof (int[LENGTH]));
  clause (TOFROM, from, sizeof (int[LENGTH]));
  run_region (host_add);
}

static void
run_add_more (void *to, int private, int value)
{
  clause (FORCE_PRESENT, to, sizeof (int[LENGTH]));
  clause (FIRSTPRIVATE, &private, sizeof (private));
  clause (VALUE, (void *)(intptr_t)value, 0);
  run_region (host_add_more);
}

static void
set_all (int (*a)[LENGTH], int first)
{
  for (int i = 0; i < ARRAYS; i++)
    a[i][0] = first + i;
}

/* ---- Tests.  */

/* Nothing is copied, and nothing is allocated.  */
static void
same_region (void)
{
  set_all (mine, 10);
  begin_data (mine, 2);
  for (int round = 0; round < ROUNDS; round++)
    {
      if (round == 3)
        forget_calls ();
      run_add (mine[0], mine[1]);
    }
  EXPECT (calls.writes == 0 && calls.reads == 0 && calls.allocs == 0);
  EXPECT (calls.runs == ROUNDS - 3);
  GOACC_data_end ();
  EXPECT (mine[0][0] == 10 + ROUNDS * 11 && mine[1][0] == 11);
}

/* Firstprivate data and values are those of each execution.  */
static void
private_data (void)
{
  int sum = 0;
  set_all (mine, 0);
  begin_data (mine, 1);
  for (int round = 0; round < ROUNDS; round++)
    {
      run_add_more (mine[0], 3 + round / 2, 100 * (round / 3));
      sum += 3 + round / 2 + 100 * (round / 3);
    }
  GOACC_data_end ();
  EXPECT (mine[0][0] == sum);
}

/* Regions take turns, and so do the arrays of one.  */
static void
other_data (void)
{
  set_all (mine, 1);
  begin_data (mine, ARRAYS);
  for (int round = 0; round < ROUNDS; round++)
    {
      run_add (mine[0], mine[1 + round % 2]);
      run_add_more (mine[1], 0, 0);
    }
  for (int round = 0; round < 2 * ROUNDS; round++)
    run_add (mine[2], mine[round / ROUNDS]);
  GOACC_data_end ();
  int first = 1 + ROUNDS / 2 * (2 + 3);
  EXPECT (mine[0][0] == first && mine[1][0] == 2);
  EXPECT (mine[2][0] == 3 + ROUNDS * (first + 2));
}

/* Data of a region around the data region; data of none, which the region
   copies each time.  */
static void
nested (void)
{
  set_all (mine, 1);
  begin_data (mine, 1);
  for (int outer = 0; outer < 3; outer++)
    {
      begin_data (mine + 1, 1);
      for (int round = 0; round < ROUNDS; round++)
        {
          run_add (mine[0], mine[1]);
          mine[2][0] = round;
          run_add (mine[0], mine[2]);
        }
      GOACC_data_end ();
    }
  GOACC_data_end ();
  EXPECT (mine[0][0] == 1 + 3 * (ROUNDS * 2 + ROUNDS * (ROUNDS - 1) / 2));
}

/* Only enter data has mapped the array: its mapping may be another one the next
   time.  */
static void
not_held (void)
{
  set_all (mine, 1);
  begin_data (mine, 1);
  for (int round = 0; round < ROUNDS; round++)
    {
      mine[1][0] = round;
      clause (TO, mine[round & 2 ? 1 : 2], sizeof (mine[2]));
      GOACC_enter_data (NO_FLAGS, clauses, hosts, sizes, kinds, GOMP_ACC_SYNC,
                        0);
      clauses = 0;
      clause (TO, mine[1], sizeof (mine[1]));
      GOACC_enter_data (NO_FLAGS, clauses, hosts, sizes, kinds, GOMP_ACC_SYNC,
                        0);
      clauses = 0;
      run_add (mine[0], mine[1]);
      clause (DELETE, mine[1], sizeof (mine[1]));
      clause (DELETE, mine[2], sizeof (mine[2]));
      GOACC_exit_data (NO_FLAGS, clauses, hosts, sizes, kinds, GOMP_ACC_SYNC,
                       0);
      clauses = 0;
    }
  GOACC_data_end ();
  EXPECT (mine[0][0] == 1 + ROUNDS * (ROUNDS - 1) / 2);
}

/* OpenMP's delete removes the mapping though the data region is open.  */
static void
deleted (void)
{
  static int data[2][LENGTH];
  struct gomp_acc_region region = { .fn = host_add, .order.async = -2 };
  begin_data (data, 2);
  for (int round = 0; round < ROUNDS; round++)
    run_add (data[0], data[1]);
  clause (DELETE, data[0], sizeof (data[0]));
  leave ();
  clause (FORCE_PRESENT, data[0], sizeof (data[0]));
  clause (TOFROM, data[1], sizeof (data[1]));
  region.list = (struct gomp_clause_list){
    .count = clauses, .hosts = hosts, .sizes = sizes, .kinds = kinds
  };
  clauses = 0;
  EXPECT (gomp_acc_compute (&region) != GOMP_OK);
  EXPECT (strstr (gomp_error_text (), "not present on the device") != NULL);
  gomp_error_clear ();
  GOACC_data_end ();
}

/* A region with a plan writes outside of what is mapped.  The data region stays
   open.  */
static void
overwritten (void)
{
  static int data[1][LENGTH];
  struct gomp_acc_region region = { .fn = host_clobber, .order.async = -2 };
  enum gomp_status status = GOMP_OK;
  begin_data (data, 1);
  for (int round = 0; round < ROUNDS && status == GOMP_OK; round++)
    {
      data_index = round < ROUNDS - 1 ? 0 : LENGTH;
      clause (FORCE_PRESENT, data[0], sizeof (data[0]));
      region.list = (struct gomp_clause_list){
        .count = clauses, .hosts = hosts, .sizes = sizes, .kinds = kinds
      };
      clauses = 0;
      status = gomp_acc_compute (&region);
    }
  EXPECT (status != GOMP_OK && data_index == LENGTH);
  EXPECT (strstr (gomp_error_text (), "was overwritten") != NULL);
  gomp_error_clear ();
}

static void *
in_thread (void *arg)
{
  int (*a)[LENGTH] = arg;
  acc_set_device_num (device, EMULATED);
  for (int times = 0; times < 20; times++)
    {
      set_all (a, times);
      begin_data (a, 2);
      for (int round = 0; round < ROUNDS; round++)
        {
          run_add (a[0], a[1]);
          run_add_more (a[0], round, 7);
        }
      GOACC_data_end ();
      int sum = times + ROUNDS * (times + 1) + 7 * ROUNDS
                + ROUNDS * (ROUNDS - 1) / 2;
      EXPECT (a[0][0] == sum);
    }
  return NULL;
}

static void
several_threads (void)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, in_thread, arrays[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
}

int
main (void)
{
  make_acc_devices (run_compute);
  for (device = 1; device >= 0; device--)
    {
      acc_set_device_num (device, EMULATED);
      RUN (same_region);
      RUN (private_data);
      RUN (other_data);
      RUN (nested);
      RUN (not_held);
      RUN (several_threads);
      RUN (same_region);
      RUN (private_data);
      RUN (other_data);
      RUN (deleted);
    }
  device = 0;
  RUN (overwritten);
  return check_done ();
}
