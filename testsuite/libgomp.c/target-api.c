/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* The device memory routines of the API.  */

#include <limits.h>
#include <string.h>

#include "target-check.h"

#define N 128

static int device, host;

static void
alloc_copy_free (void)
{
  int source[N], back[N], sum = 0;
  int *there = omp_target_alloc (sizeof source, device);

  CHECK (there != NULL);
  for (int i = 0; i < N; i++)
    source[i] = i;
  CHECK (!omp_target_memcpy (there, source, sizeof source, 0, 0, device, host));
#pragma omp target is_device_ptr(there) map(from: sum)
  {
    sum = 0;
    for (int i = 0; i < N; i++)
      {
        sum += there[i];
        there[i] = -i;
      }
  }
  CHECK (sum == N * (N - 1) / 2);
  memset (back, 0, sizeof back);
  CHECK (!omp_target_memcpy (back, there, 10 * sizeof (int), 5 * sizeof (int),
                             20 * sizeof (int), host, device));
  for (int i = 0; i < 10; i++)
    CHECK (back[5 + i] == -(20 + i));
  CHECK (back[4] == 0 && back[15] == 0);
  omp_target_free (there, device);
  omp_target_free (NULL, device);
}

static void
device_to_device (void)
{
  int source[4] = { 1, 2, 3, 4 }, back[4] = { 0 };
  int *a = omp_target_alloc (sizeof source, device);
  int *b = omp_target_alloc (sizeof source, device);

  CHECK (a && b && a != b);
  CHECK (!omp_target_memcpy (a, source, sizeof source, 0, 0, device, host));
  CHECK (!omp_target_memcpy (b, a, sizeof source, 0, 0, device, device));
  CHECK (!omp_target_memcpy (back, b, sizeof source, 0, 0, host, device));
  CHECK (!memcmp (source, back, sizeof source));
  omp_target_free (a, device);
  omp_target_free (b, device);
}

static void
rectangles (void)
{
  int source[6][8], back[6][8];
  int *there = omp_target_alloc (sizeof source, device);
  size_t volume[2] = { 3, 4 }, to[2] = { 1, 2 }, from[2] = { 2, 1 };
  size_t size[2] = { 6, 8 }, all[2] = { 6, 8 }, zero[2] = { 0, 0 };

  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 8; j++)
      source[i][j] = 10 * i + j;
  memset (back, -1, sizeof back);
  CHECK (!omp_target_memcpy_rect (there, back, sizeof (int), 2, all, zero, zero,
                                  size, size, device, host));
  CHECK (!omp_target_memcpy_rect (there, source, sizeof (int), 2, volume, to,
                                  from, size, size, device, host));
  CHECK (!omp_target_memcpy_rect (back, there, sizeof (int), 2, all, zero, zero,
                                  size, size, host, device));
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 8; j++)
      CHECK (back[i][j]
             == (i >= 1 && i < 4 && j >= 2 && j < 6 ? 10 * (i + 1) + (j - 1)
                                                    : -1));
  CHECK (omp_target_memcpy_rect (NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL,
                                 device, host)
         >= 3);
  omp_target_free (there, device);
}

static void
association (int separate)
{
  int data[N] = { 0 };
  int *there = omp_target_alloc (sizeof data, device);

  if (separate)
    {
      CHECK (!omp_target_is_present (data, device));
      CHECK (!omp_target_associate_ptr (data, there, sizeof data, 0, device));
      CHECK (omp_target_is_present (data, device));
      CHECK (omp_target_is_present (data + N - 1, device));
      /* The same again is fine, another place is not.  */
      CHECK (!omp_target_associate_ptr (data, there, sizeof data, 0, device));
      CHECK (omp_target_associate_ptr (data, there, sizeof data, 4, device));
#pragma omp target map(tofrom: data)
      for (int i = 0; i < N; i++)
        data[i] = i;
      CHECK (data[N - 1] == 0); /* { dg-check lost } */
#pragma omp target update from(data)
      CHECK (data[N - 1] == N - 1);
      CHECK (!omp_target_disassociate_ptr (data, device));
      CHECK (!omp_target_is_present (data, device));
      CHECK (omp_target_disassociate_ptr (data, device));
    }
  else
    CHECK (omp_target_associate_ptr (data, there, sizeof data, 0, host));
  omp_target_free (there, device);
}

static void
presence (int separate)
{
  int data[N];

  CHECK (omp_target_is_present (data, host));
  CHECK (omp_target_is_present (data, device) == !separate);
#pragma omp target data map(alloc: data[10:20])
  {
    CHECK (omp_target_is_present (data + 10, device));
    CHECK (omp_target_is_present (data + 29, device));
    CHECK (omp_target_is_present (data + 30, device) == !separate);
    CHECK (omp_target_is_present (data + 9, device) == !separate);
  }
  CHECK (omp_target_is_present (data + 10, device) == !separate);
}

static void
errors (void)
{
  char c = 0, d = 0;

  CHECK (omp_target_alloc (8, omp_get_num_devices () + 5) == NULL);
  CHECK (omp_target_memcpy (&c, &d, 1, 0, 0, omp_get_num_devices () + 5, host));
  CHECK (!omp_target_memcpy (&c, &d, 1, 0, 0, host, host));
}

static void
use_device_pointers (void)
{
  int data[N], *pointer = data, *there = NULL;

  for (int i = 0; i < N; i++)
    data[i] = i;
#pragma omp target data map(tofrom: data) use_device_addr(data)
  there = data;
#pragma omp target data map(tofrom: data)
  {
#pragma omp target data use_device_ptr(pointer)
    {
      there = pointer;
#pragma omp target is_device_ptr(there)
      there[3] = 333;
    }
  }
  CHECK (data[3] == 333);
}

int
main (void)
{
  int separate;

  device = omp_get_default_device ();
  host = omp_get_initial_device ();
  separate = memory_is_separate (device);
  if (!separate)
    device = host;
  alloc_copy_free ();
  device_to_device ();
  rectangles ();
  association (separate);
  presence (separate);
  errors ();
  use_device_pointers ();
  return 0;
}
