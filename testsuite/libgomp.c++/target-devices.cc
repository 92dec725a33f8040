// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" }
// { dg-set-target-env-var OMP_NUM_TEAMS_DEV "5" }
// { dg-set-target-env-var OMP_NUM_TEAMS_DEV_1 "4" }
// { dg-set-target-env-var OMP_TEAMS_THREAD_LIMIT "6" }
// { dg-set-target-env-var OMP_TEAMS_THREAD_LIMIT_DEV "3" }
// { dg-set-target-env-var OMP_TEAMS_THREAD_LIMIT_DEV_1 "2" }
// { dg-set-target-env-var OMP_DEFAULT_DEVICE "1" }
// { dg-skip-stock "variables of devices are from GCC 13 on" }
// Several devices from C++: each has its own copies of a namespace's variables,
// of containers' data, and of control variables.

#include <cstdlib>
#include <omp.h>
#include <vector>

#include "../libgomp.c/check.h"

#pragma omp declare target
namespace counter
{
int visits;
static int
visit ()
{
  return ++visits;
}
}
#pragma omp end declare target

static bool
is_separate (int device)
{
  bool separate = false;
#pragma omp target device(device) map(from: separate)
  separate = !omp_is_initial_device ();
  return separate;
}

static void
visit (int devices)
{
  for (int turn = 1; turn <= 3; turn++)
    for (int device = 0; device < devices; device++)
      {
        int seen = 0, number = -1, teams = 0;
#pragma omp target device(device) map(from: seen, number, teams)
        {
          seen = counter::visit ();
          number = omp_get_device_num ();
          teams = omp_get_max_teams ();
        }
        CHECK (seen == turn && number == device);
        CHECK (teams == (device == 1 ? 4 : 5));
      }
}

#pragma omp declare target
static void
look_at_team (int limit, int &said, int &most, int &threads)
{
  said = omp_get_teams_thread_limit ();
  most = omp_get_thread_limit ();
#pragma omp parallel num_threads(limit + 2)
#pragma omp single
  threads = omp_get_num_threads ();
}
#pragma omp end declare target

static void
limit_teams_of_the_host (int limit)
{
  int said = 0, most = 0, threads = 0;
#pragma omp teams num_teams(1) shared(said, most, threads)
  look_at_team (limit, said, most, threads);
  CHECK (said == limit && most == limit && threads <= limit);
}

static void
limit_teams (int device, int limit)
{
  int said = 0, most = 0, threads = 0;
#pragma omp target teams device(device) num_teams(1) \
    map(from: said, most, threads)
  look_at_team (limit, said, most, threads);
  CHECK (said == limit && most == limit && threads <= limit);
}

// What says no device goes to that of the environment.
static void
default_device (int devices)
{
  int number = -1;
#pragma omp target map(from: number)
  number = omp_get_device_num ();
  CHECK (number == (devices ? 1 : omp_get_initial_device ()));
#pragma omp target enter data map(to: number)
  CHECK (omp_target_is_present (&number, 1) || devices == 0);
  CHECK (!omp_target_is_present (&number, 0) || devices == 0);
#pragma omp target exit data map(delete: number)
}

static void
pass_on (int devices)
{
  std::vector<int> v (64, 1);
  int *data = v.data ();
  int size = static_cast<int> (v.size ());
  for (int device = 0; device < devices; device++)
    {
#pragma omp target enter data map(to: data[:size]) device(device)
#pragma omp target device(device) firstprivate(size, device)
      for (int i = 0; i < size; i++)
        data[i] += device + 1;
#pragma omp target exit data map(from: data[:size]) device(device)
      CHECK (!omp_target_is_present (data, device));
    }
  for (int value : v)
    CHECK (value == 1 + devices * (devices + 1) / 2);
}

int
main ()
{
  int devices = omp_get_num_devices ();
  CHECK (omp_get_default_device () == 1);
  limit_teams_of_the_host (6);
  default_device (devices);
  if (devices == 0 || !is_separate (0))
    return 0;
  CHECK (devices == 2);
  limit_teams (0, 3);
  limit_teams (1, 2);
  visit (devices);
  pass_on (devices);
}
