/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "two of the routines are from GCC 13 on" } */
/* Device pointers: use_device_ptr, use_device_addr, is_device_ptr and
   has_device_addr with mapped data, with null pointers, and with sections of no
   length; the routines that ask about host pointers.  */

#include <stdint.h>

#include "target-check.h"

#define N 32

static int device, separate;

static void
use_and_is (void)
{
  int data[N], *p = data, sum = 0;

  for (int i = 0; i < N; i++)
    data[i] = i;
#pragma omp target data map(tofrom: data)
#pragma omp target data use_device_ptr(p)
  {
    CHECK ((p == data) == !separate);
#pragma omp target is_device_ptr(p) map(tofrom: sum)
    for (int i = 0; i < N; i++)
      sum += p[i]++;
  }
  CHECK (sum == N * (N - 1) / 2 && data[3] == 4 && p == data);
}

/* A pointer into the middle, and one behind the end.  */
static void
inside_and_behind (void)
{
  int data[N] = { 0 }, *middle = data + 10, *end = data + N;
  uintptr_t at[3];

#pragma omp target data map(tofrom: data)
#pragma omp target data use_device_ptr(middle, end) use_device_addr(data)
  {
    at[0] = (uintptr_t)data;
    at[1] = (uintptr_t)middle;
    at[2] = (uintptr_t)end;
#pragma omp target is_device_ptr(middle)
    middle[0] = 5;
  }
  CHECK (at[1] - at[0] == 10 * sizeof (int));
  CHECK (at[2] - at[0] == N * sizeof (int));
  CHECK (data[10] == 5);
}

static void
address_of_scalars_and_structs (void)
{
  int scalar = 1;
  struct
  {
    int a, b;
  } pair = { 1, 2 };
  int *there = NULL, *member = NULL;

#pragma omp target data map(tofrom: scalar, pair)
  {
#pragma omp target data use_device_addr(scalar, pair)
    {
      there = &scalar;
      member = &pair.b;
    }
    CHECK ((there == &scalar) == !separate);
#pragma omp target is_device_ptr(there, member)
    {
      *there += 4;
      *member += 8;
    }
  }
  CHECK (scalar == 5 && pair.a == 1 && pair.b == 10);
}

static void
has_device_address (void)
{
  int scalar = 3, data[N];

  for (int i = 0; i < N; i++)
    data[i] = i;
#pragma omp target data map(tofrom: scalar, data) use_device_addr(scalar, data)
  {
#pragma omp target has_device_addr(scalar, data)
    {
      scalar *= 2;
      data[N - 1] = scalar;
    }
  }
  CHECK (scalar == 6 && data[N - 1] == 6);
}

static void
nulls (void)
{
  int *null = NULL, *found = (int *)1, seen = 0;

#pragma omp target data use_device_ptr(null)
  found = null;
  CHECK (found == NULL);
#pragma omp target is_device_ptr(null) map(from: seen)
  seen = null == NULL;
  CHECK (seen);
#pragma omp target map(tofrom: null[0:0]) map(from: seen)
  seen = null == NULL;
  CHECK (seen);
#pragma omp target map(from: seen)
  seen = null == NULL;
  CHECK (seen);
#pragma omp target enter data map(to: null[0:0])
#pragma omp target exit data map(from: null[0:0])
#pragma omp target firstprivate(null) map(from: seen)
  seen = null == NULL;
  CHECK (seen);
}

static void
no_length (void)
{
  int data[N] = { 0 }, *p = data + 4, zero = 0, seen = -1;

  uintptr_t host = (uintptr_t)p;

  /* Not mapped: nothing to point to, or of GCC 14 on what the host does.  */
#pragma omp target map(alloc: p[0:zero]) map(from: seen)
  seen = p != NULL && (!separate || (uintptr_t)p != host);
  CHECK (seen == !separate);
#pragma omp target data map(tofrom: data)
  {
#pragma omp target map(alloc: p[0:zero]) map(from: seen)
    {
      p[0] = 7;
      seen = 1;
    }
#pragma omp target enter data map(to: p[0:zero])
    /* Of a section of no length, one reference is given up.  */
#pragma omp target exit data map(release: p[0:zero])
    CHECK (omp_target_is_present (data, device));
  }
  CHECK (data[4] == 7 && seen == 1);
}

static void
mapped_pointers (void)
{
  static int data[N];
  int host = omp_get_initial_device ();

  CHECK (omp_target_is_present (data, host));
  CHECK (omp_get_mapped_ptr (data, host) == data);
  CHECK (omp_get_mapped_ptr (data, device) == (separate ? NULL : data));
  CHECK (omp_get_mapped_ptr (NULL, host) == NULL);
  CHECK (omp_get_mapped_ptr (data, host + 5) == NULL);
  CHECK (omp_target_is_accessible (data, sizeof data, host));
  CHECK (omp_target_is_accessible (data, sizeof data, device) == !separate);
  CHECK (!omp_target_is_accessible (data, sizeof data, host + 5));
#pragma omp target enter data map(to: data[4:8])
  CHECK (omp_target_is_present (data + 4, device));
  CHECK (omp_target_is_present (data + 11, device));
  char *first = omp_get_mapped_ptr (data + 4, device);
  char *last = omp_get_mapped_ptr (data + 11, device);
  CHECK (first && last == first + 7 * sizeof (int));
  CHECK ((first == (char *)(data + 4)) == !separate);
  CHECK (!separate || omp_get_mapped_ptr (data + 12, device) == NULL);
  CHECK (!separate || omp_get_mapped_ptr (data + 3, device) == NULL);
  int *p = (int *)first;
#pragma omp target is_device_ptr(p)
  p[7] = 99;
#pragma omp target update from(data[11:1])
  CHECK (data[11] == 99);
#pragma omp target exit data map(delete: data[4:8])
}

/* What is associated is present, with no end, at the place given.  */
static void
associated (void)
{
  static int data[N];
  int *there = omp_target_alloc (sizeof data, device), seen = 0;

  CHECK (there != NULL);
  if (!separate)
    {
      omp_target_free (there, device);
      return;
    }
  CHECK (omp_target_associate_ptr (data + 8, there, 8 * sizeof (int), 32, device)
         == 0);
  CHECK (!omp_target_is_present (data, device));
  data[8] = 5;
#pragma omp target update to(data[8:8])
  data[8] = 0;
#pragma omp target is_device_ptr(there) map(from: seen)
  seen = there[8];
  CHECK (seen == 5);
#pragma omp target exit data map(delete: data[8:8])
  CHECK (omp_target_is_present (data + 8, device));
  CHECK (omp_target_associate_ptr (data + 10, there, 4, 40, device) == 0);
  CHECK (omp_target_associate_ptr (data, there, sizeof data, 0, device) != 0);
  CHECK (omp_target_disassociate_ptr (data + 9, device) != 0);
  CHECK (omp_target_disassociate_ptr (data + 8, device) == 0);
  CHECK (!omp_target_is_present (data + 8, device));
  CHECK (omp_target_associate_ptr (NULL, there, 4, 0, device) != 0);
  CHECK (omp_target_associate_ptr (data, there, 0, 0, device) != 0);
  /* What is mapped cannot be given another place.  */
#pragma omp target enter data map(to: data)
  CHECK (omp_target_associate_ptr (data, there, sizeof data, 0, device) != 0);
  CHECK (omp_target_disassociate_ptr (data, device) != 0);
#pragma omp target exit data map(delete: data)
  omp_target_free (there, device);
}

int
main (void)
{
  device = omp_get_default_device ();
  separate = memory_is_separate (device);
  if (!separate)
    device = omp_get_initial_device ();
  use_and_is ();
  inside_and_behind ();
  address_of_scalars_and_structs ();
  has_device_address ();
  nulls ();
  no_length ();
  mapped_pointers ();
  associated ();
  return 0;
}
