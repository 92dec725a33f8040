/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "3" } */
/* Several devices: each has its own data, variables and number.  */

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

/* Copies from device to device, and from rectangle to rectangle.  */
static void
copies_between (int devices)
{
  int source[N], back[N] = { 0 }, host = omp_get_initial_device ();
  int first = devices ? 0 : host, second = devices ? 2 : host;
  int *a = omp_target_alloc (sizeof source, first);
  int *b = omp_target_alloc (sizeof source, second);
  size_t size[2] = { 4, 8 }, volume[2] = { 2, 3 }, to[2] = { 1, 2 },
         from[2] = { 2, 4 }, zero[2] = { 0, 0 };

  for (int i = 0; i < N; i++)
    source[i] = i;
  CHECK (!omp_target_memcpy (a, source, sizeof source, 0, 0, first, host));
  CHECK (!omp_target_memcpy (b, a, sizeof source - 8, 8, 0, second, first));
  CHECK (!omp_target_memcpy (back, b, sizeof source, 0, 0, host, second));
  for (int i = 2; i < N; i++)
    CHECK (back[i] == i - 2);
  CHECK (!omp_target_memcpy_rect (b, a, sizeof (int), 2, size, zero, zero, size,
                                  size, second, first));
  CHECK (!omp_target_memcpy_rect (b, a, sizeof (int), 2, volume, to, from, size,
                                  size, second, first));
  CHECK (!omp_target_memcpy (back, b, sizeof source, 0, 0, host, second));
  for (int i = 0; i < N; i++)
    {
      int row = i / 8, column = i % 8;
      int inside = row >= 1 && row < 3 && column >= 2 && column < 5;
      CHECK (back[i] == (inside ? (row + 1) * 8 + column + 2 : i));
    }
  omp_target_free (a, first);
  omp_target_free (b, second);
}

/* Work that goes from device to device and over the host, in tasks that wait
   for each other.  */
static void
chain_over_devices (int devices)
{
  int data[N], steps = 0, all = devices ? devices : 1;

  for (int i = 0; i < N; i++)
    data[i] = i;
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int turn = 0; turn < 12; turn++)
      {
        int device = turn % all;
#pragma omp target device(device) map(tofrom: data) depend(inout: data) \
    firstprivate(turn) nowait
        for (int i = 0; i < N; i++)
          data[i] = data[i] * 3 + turn;
#pragma omp task depend(inout: data) shared(data, steps)
        {
          steps++;
          for (int i = 0; i < N; i++)
            data[i] -= turn;
        }
      }
#pragma omp taskwait
  }
  CHECK (steps == 12);
  for (int i = 0; i < N; i++)
    {
      int expected = i;
      for (int turn = 0; turn < 12; turn++)
        expected = expected * 3;
      CHECK (data[i] == expected);
    }
}

/* A tree: each device works on its part at once, the last step needs all.  */
static void
join_of_devices (int devices)
{
  int parts[4][N], sum = 0, all = devices ? devices : 1;

#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup
    {
      for (int k = 0; k < 4; k++)
        {
          int *part = parts[k], device = k % all;
#pragma omp target enter data map(alloc: part[0:N]) device(device) \
    depend(out: parts[k]) nowait
#pragma omp target map(alloc: part[0:N]) device(device) \
    depend(inout: parts[k]) firstprivate(k) nowait
          for (int i = 0; i < N; i++)
            part[i] = k * i;
#pragma omp target exit data map(from: part[0:N]) device(device) \
    depend(inout: parts[k]) nowait
        }
#pragma omp task shared(sum, parts) \
    depend(in: parts[0], parts[1], parts[2], parts[3])
      for (int k = 0; k < 4; k++)
        for (int i = 0; i < N; i++)
          sum += parts[k][i];
    }
    CHECK (sum == 6 * (N * (N - 1) / 2));
  }
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
  copies_between (devices);
  chain_over_devices (devices);
  join_of_devices (devices);
  return 0;
}
