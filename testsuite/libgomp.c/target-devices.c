/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "3" } */
/* Several devices: each has data, variables and a number of its own.  */

#include "target-check.h"

#pragma omp declare target
int visits;
#pragma omp end declare target

#define N 32

static void
each_has_its_own (int devices)
{
  for (int turn = 1; turn <= 3; turn++)
    for (int device = 0; device < devices; device++)
      {
        int number = -1, seen = 0, initial = -1, count = 0;

#pragma omp target device(device) map(from: number, seen, initial, count)
        {
          number = omp_get_device_num ();
          seen = ++visits;
          initial = omp_is_initial_device ();
          count = omp_get_num_devices ();
        }
        CHECK (number == device && seen == turn && !initial);
        (void)count;
      }
}

static void
data_of_each (int devices)
{
  int data[N];

  for (int device = 0; device < devices; device++)
    {
      for (int i = 0; i < N; i++)
        data[i] = device * 1000 + i;
#pragma omp target enter data map(to: data) device(device)
    }
  for (int device = devices - 1; device >= 0; device--)
    {
      CHECK (omp_target_is_present (data, device));
#pragma omp target exit data map(from: data) device(device)
      for (int i = 0; i < N; i++)
        CHECK (data[i] == device * 1000 + i);
      CHECK (!omp_target_is_present (data, device));
    }
}

static void
default_device (int devices)
{
  for (int device = 0; device < devices; device++)
    {
      int number = -1;

      omp_set_default_device (device);
#pragma omp target map(from: number)
      number = omp_get_device_num ();
      CHECK (number == device);
    }
  omp_set_default_device (0);
}

static void
on_the_host (int devices)
{
  int initial = 0, data = 1;

#pragma omp target device(devices) map(from: initial) map(tofrom: data)
  {
    initial = omp_is_initial_device ();
    data++;
  }
  CHECK (initial && data == 2);
  initial = 0;
#pragma omp target if(data == 0) map(from: initial)
  initial = omp_is_initial_device ();
  CHECK (initial);
}

static void
all_at_once (int devices)
{
  int results[16] = { 0 };

#pragma omp parallel for num_threads(devices > 0 ? devices: 1)
  for (int device = 0; device < devices; device++)
    {
      int sum = 0;

#pragma omp target device(device) map(tofrom: sum)
#pragma omp parallel for reduction(+: sum)
      for (int i = 0; i < 1000; i++)
        sum += i * (omp_get_device_num () + 1);
      results[device] = sum;
    }
  for (int device = 0; device < devices; device++)
    CHECK (results[device] == 499500 * (device + 1));
}

int
main (void)
{
  int devices = omp_get_num_devices ();

  CHECK (omp_is_initial_device ());
  CHECK (omp_get_initial_device () == devices);
  CHECK (omp_get_device_num () == devices);
  if (devices)
    CHECK (devices == 3);
  each_has_its_own (devices);
  data_of_each (devices);
  default_device (devices);
  on_the_host (devices);
  all_at_once (devices);
  return 0;
}
