/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-set-target-env-var OMP_TARGET_OFFLOAD "default" } */
/* { dg-skip-stock "takes a negative number of teams for billions" } */
/* Clauses with invalid or unusual values: device numbers, false conditions,
   numbers of teams and threads.  A region runs once, somewhere.  */

#include <limits.h>

#include "target-check.h"

static int devices;

/* Where a region on DEVICE runs: the number there, or -1 for the host.  */
static int
place_of (int device)
{
  int place = -2;

#pragma omp target device(device) map(from: place)
  place = omp_is_initial_device () ? -1 : omp_get_device_num ();
  return place;
}

static void
device_numbers (void)
{
  for (int device = 0; device < devices; device++)
    CHECK (place_of (device) == device);
  CHECK (place_of (omp_get_initial_device ()) == -1);
  CHECK (place_of (devices) == -1);
  /* More than there are: the host.  */
  CHECK (place_of (devices + 1) == -1);
  CHECK (place_of (INT_MAX) == -1);
}

static void
data_directives_on_no_device (void)
{
  int data[4] = { 1, 2, 3, 4 }, none = devices + 3;

#pragma omp target enter data map(to: data) device(none)
  data[0] = 5;
#pragma omp target update to(data) device(none)
#pragma omp target data map(tofrom: data) device(none)
  data[1]++;
#pragma omp target exit data map(from: data) device(none)
  CHECK (data[0] == 5 && data[1] == 3);
}

static int
zero (void)
{
  return 0;
}

static void
conditions (void)
{
  int data = 1, initial = 0;

#pragma omp target if(zero ()) map(tofrom: data) map(from: initial)
  {
    data++;
    initial = omp_is_initial_device ();
  }
  CHECK (data == 2 && initial);
  /* A false condition takes all of a data directive with it.  */
#pragma omp target enter data map(to: data) if(zero ())
  if (devices)
    CHECK (!omp_target_is_present (&data, 0));
#pragma omp target data map(tofrom: data) if(zero ())
  if (devices)
    CHECK (!omp_target_is_present (&data, 0));
  data = 7;
#pragma omp target update from(data) if(zero ())
#pragma omp target exit data map(from: data) if(zero ())
  CHECK (data == 7);
  /* The condition of the parallel part alone.  */
  initial = -1;
  int threads = 0;
#pragma omp target parallel if(target: 1) if(parallel: zero ()) \
    num_threads(4) map(from: threads, initial)
#pragma omp single
  {
    threads = omp_get_num_threads ();
    initial = omp_is_initial_device ();
  }
  CHECK (threads == 1 && initial == !devices);
}

/* All of ITERATIONS are done, once each, whatever the clauses say.  */
#define ITERATIONS 100
static void
teams_and_threads (int teams, int limit)
{
  int done[ITERATIONS] = { 0 }, most = 0, total = 0;

#pragma omp target teams distribute parallel for map(tofrom: done) \
    num_teams(teams) thread_limit(limit)
  for (int i = 0; i < ITERATIONS; i++)
    done[i]++;
  for (int i = 0; i < ITERATIONS; i++)
    CHECK (done[i] == 1);
#pragma omp target teams num_teams(teams) thread_limit(limit) \
    reduction(max: most) reduction(+: total) map(tofrom: most, total)
  {
#pragma omp parallel
#pragma omp single
    {
      most = omp_get_num_threads ();
      total++;
    }
  }
  CHECK (total >= 1 && (teams < 1 || total <= teams));
  CHECK (most >= 1 && (limit < 1 || most <= limit));
}

static void
numbers_of_teams (void)
{
  teams_and_threads (1, 1);
  teams_and_threads (3, 2);
  teams_and_threads (3, 1);
  teams_and_threads (64, 2);
  teams_and_threads (2, INT_MAX);
  teams_and_threads (2, 1 << 20);
  teams_and_threads (40000, 1);
  /* No numbers: as if they were not there.  */
  teams_and_threads (0, 2);
  teams_and_threads (2, 0);
  teams_and_threads (-1, -1);
  teams_and_threads (INT_MIN, INT_MIN);
  teams_and_threads (2, INT_MIN);
  teams_and_threads (5, INT_MIN);
}

int
main (void)
{
  devices = omp_get_num_devices ();
  device_numbers ();
  data_directives_on_no_device ();
  conditions ();
  numbers_of_teams ();
  return 0;
}
