/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* What each map type copies, and when, depending on the reference count.  */

#include "target-check.h"

#define N 64

static int data[N];

static void
fill (int value)
{
  for (int i = 0; i < N; i++)
    data[i] = value + i;
}

static int
matches (int value)
{
  for (int i = 0; i < N; i++)
    if (data[i] != value + i) /* { dg-check lost } */
      return 0;
  return 1;
}

static void
tofrom_goes_both_ways (void)
{
  fill (1);
#pragma omp target map(tofrom: data)
  for (int i = 0; i < N; i++)
    data[i] += 10;
  CHECK (matches (11));
}

static void
to_goes_one_way (void)
{
  int sum = 0;

  fill (5);
#pragma omp target map(to: data) map(from: sum)
  {
    sum = 0;
    for (int i = 0; i < N; i++)
      {
        sum += data[i];
        if (!omp_is_initial_device ())
          data[i] = -1;
      }
  }
  CHECK (sum == 5 * N + N * (N - 1) / 2);
  CHECK (matches (5));
}

static void
from_comes_back (void)
{
  fill (0);
#pragma omp target map(from: data)
  for (int i = 0; i < N; i++)
    data[i] = 77 + i;
  CHECK (matches (77));
}

static void
alloc_copies_nothing (int separate)
{
  fill (3);
#pragma omp target map(alloc: data)
  for (int i = 0; i < N; i++)
    data[i] = 100 + i;
  CHECK (matches (separate ? 3 : 100));
}

static void
present_data_is_copied_once (int separate)
{
  fill (1);
#pragma omp target data map(tofrom: data)
  {
#pragma omp target map(tofrom: data)
    for (int i = 0; i < N; i++)
      data[i] += 1;
    CHECK (matches (separate ? 1 : 2));
#pragma omp target map(tofrom: data)
    for (int i = 0; i < N; i++)
      data[i] += 1;
  }
  CHECK (matches (3));
}

static void
always_copies_present_data (void)
{
  fill (1);
#pragma omp target data map(alloc: data)
  {
    int seen = 0;

    fill (20);
#pragma omp target map(always, to: data) map(from: seen)
    seen = data[N - 1];
    CHECK (seen == 20 + N - 1);
#pragma omp target map(always, from: data)
    for (int i = 0; i < N; i++)
      data[i] = 30 + i;
    CHECK (matches (30));
#pragma omp target map(always, tofrom: data)
    for (int i = 0; i < N; i++)
      data[i]++;
    CHECK (matches (31));
  }
}

static void
release_and_delete (int separate)
{
  int device = omp_get_default_device ();

  fill (1);
#pragma omp target enter data map(to: data)
#pragma omp target enter data map(to: data)
  fill (50);
#pragma omp target exit data map(from: data)
  CHECK (matches (50));
  CHECK (omp_target_is_present (data, device));
#pragma omp target exit data map(from: data)
  CHECK (matches (separate ? 1 : 50));
  CHECK (!separate || !omp_target_is_present (data, device));

#pragma omp target enter data map(to: data)
#pragma omp target enter data map(to: data)
#pragma omp target exit data map(delete: data)
  CHECK (!separate || !omp_target_is_present (data, device));
#pragma omp target exit data map(release: data)
}

/* A construct that lists an object twice still counts it once.  */
static void
one_construct_counts_once (int separate)
{
  int device = omp_get_default_device ();
  int *head = data, *tail = data + N / 2;

#pragma omp target enter data map(to: data)
#pragma omp target map(tofrom: head[0:4], tail[0:4])
  head[0] = tail[0];
#pragma omp target exit data map(release: data)
  CHECK (!separate || !omp_target_is_present (data, device));
}

int
main (void)
{
  int separate = memory_is_separate (omp_get_default_device ());

  tofrom_goes_both_ways ();
  to_goes_one_way ();
  from_comes_back ();
  alloc_copies_nothing (separate);
  present_data_is_copied_once (separate);
  always_copies_present_data ();
  release_and_delete (separate);
  one_construct_counts_once (separate);
  return 0;
}
