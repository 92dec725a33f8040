/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Reference counts of nested data regions, mixed with enter and exit data, and
   what release, delete and always do in these cases.  */

#include "target-check.h"

#define N 16

static int data[N], separate, device;

static int
present (void)
{
  return omp_target_is_present (data, device);
}

static void
fill (int value)
{
  for (int i = 0; i < N; i++)
    data[i] = value;
}

/* The device's copy of data[0], without mapping it anew.  */
static int
there (void)
{
  int value = -1;

#pragma omp target map(alloc: data) map(from: value)
  value = data[0]; /* { dg-check stale } */
  return value;
}

static void
nested_data_regions (void)
{
  fill (1);
#pragma omp target data map(tofrom: data)
  {
    fill (2);
#pragma omp target data map(tofrom: data)
    {
      fill (3);
      CHECK (there () == (separate ? 1 : 3));
#pragma omp target data map(always, tofrom: data)
      {
        CHECK (there () == 3);
#pragma omp target map(alloc: data)
        data[0] = 4;
        CHECK (data[0] == (separate ? 3 : 4)); /* { dg-check lost } */
      }
      CHECK (data[0] == 4);
      fill (5);
    }
    /* The inner ones leave it, and copy nothing back.  */
    CHECK (data[0] == 5 && present ());
  }
  CHECK (data[0] == (separate ? 4 : 5));
  CHECK (!separate || !present ());
}

static void
enter_in_a_region (void)
{
  fill (1);
#pragma omp target data map(to: data)
  {
#pragma omp target enter data map(to: data)
  }
  CHECK (present ());
  fill (2);
  CHECK (there () == (separate ? 1 : 2));
#pragma omp target exit data map(from: data)
  CHECK (data[0] == (separate ? 1 : 2));
  CHECK (!separate || !present ());
}

/* Deleted inside a region: its end finds nothing and copies nothing.  */
static void
delete_in_a_region (void)
{
  fill (1);
#pragma omp target data map(tofrom: data)
  {
#pragma omp target map(alloc: data)
    data[0] = 2;
#pragma omp target enter data map(to: data)
#pragma omp target exit data map(delete: data)
    CHECK (!separate || !present ());
  }
  CHECK (data[0] == (separate ? 1 : 2)); /* { dg-check lost } */
}

static void
release_copies_nothing (void)
{
  fill (1);
#pragma omp target enter data map(to: data)
#pragma omp target map(alloc: data)
  data[0] = 2;
#pragma omp target exit data map(release: data)
  CHECK (data[0] == (separate ? 1 : 2) && (!separate || !present ())); /* { dg-check lost } */
  /* What is not there is no error.  */
#pragma omp target exit data map(release: data)
#pragma omp target exit data map(from: data)
#pragma omp target exit data map(delete: data)
#pragma omp target update from(data)
#pragma omp target update to(data)
  CHECK (data[0] == (separate ? 1 : 2));
}

static void
always_from_a_present_one (void)
{
  fill (1);
#pragma omp target enter data map(to: data)
#pragma omp target enter data map(to: data)
#pragma omp target map(alloc: data)
  data[0] = 2;
#pragma omp target exit data map(always, from: data)
  CHECK (data[0] == 2 && present ());
  fill (3);
#pragma omp target enter data map(always, to: data)
  CHECK (there () == 3);
#pragma omp target exit data map(delete: data)
  CHECK (!separate || !present ());
}

/* Parts of one array, mapped and released on their own.  */
static void
parts (void)
{
  fill (1);
#pragma omp target enter data map(to: data[0:4])
#pragma omp target enter data map(to: data[8:4])
  CHECK (omp_target_is_present (data + 8, device));
  CHECK (!separate || !omp_target_is_present (data + 4, device));
#pragma omp target map(alloc: data[1:2])
  data[1] = 2;
#pragma omp target map(alloc: data[8:4])
  data[11] = 3;
#pragma omp target exit data map(from: data[0:4])
  CHECK (data[1] == 2 && (!separate || data[11] == 1)); /* { dg-check lost } */
#pragma omp target update from(data[10:2])
  CHECK (data[11] == 3);
  /* One byte names the whole mapping.  */
#pragma omp target exit data map(release: data[9:1])
  CHECK (!separate || !omp_target_is_present (data + 8, device));
}

static void
many_times (void)
{
  for (int i = 0; i < 1000; i++)
    {
#pragma omp target enter data map(to: data)
    }
  for (int i = 0; i < 999; i++)
    {
#pragma omp target exit data map(release: data)
    }
  CHECK (present ());
#pragma omp target exit data map(release: data)
  CHECK (!separate || !present ());
}

/* Each clause of a directive counts, but an object counts once.  */
static void
twice_in_one_directive (void)
{
  int *head = data, *tail = data + 3;

#pragma omp target enter data map(to: data)
#pragma omp target enter data map(to: head[0:1], tail[0:2])
#pragma omp target exit data map(release: head[0:1], tail[0:2])
  CHECK (present ());
#pragma omp target exit data map(release: head[0:1], tail[0:2])
  CHECK (!separate || !present ());
}

int
main (void)
{
  device = omp_get_default_device ();
  separate = memory_is_separate (device);
  nested_data_regions ();
  enter_in_a_region ();
  delete_in_a_region ();
  release_copies_nothing ();
  always_from_a_present_one ();
  parts ();
  many_times ();
  twice_in_one_directive ();
  return 0;
}
