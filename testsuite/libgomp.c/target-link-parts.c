/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "there is no device" } */
/* Sections of a link variable: functions of the device reach its mapped parts,
   several sections are unmapped and mapped again in any order, and nothing is
   present that no clause mapped.  */

#include <omp.h>
#include <stdlib.h>

#include "check.h"

#define SIZE 100

int linked[SIZE];
struct pair
{
  int first, second;
} pair;
#pragma omp declare target link(linked, pair)

#pragma omp declare target
static int
get (int i)
{
  return linked[i];
}

static int
get_second (void)
{
  return pair.second;
}
#pragma omp end declare target

static int device;

static int
on_device (int i)
{
  int value;
#pragma omp target map(from : value)
  value = get (i);
  return value;
}

static void
expect_absent (int first, int end)
{
  for (int i = first; i < end; i++)
    CHECK (!omp_target_is_present (&linked[i], device));
}

/* What is there is found, and what is beside it is not.  */
static void
expect_section (int first, int end)
{
  for (int i = first; i < end; i++)
    CHECK (omp_target_is_present (&linked[i], device));
  CHECK (on_device (first) == linked[first]);
  CHECK (on_device (end - 1) == linked[end - 1]);
}

static void
one_section (void)
{
  expect_absent (0, SIZE);
#pragma omp target enter data map(to : linked [40:20])
  expect_absent (0, 40);
  expect_section (40, 60);
  expect_absent (60, SIZE);
#pragma omp target exit data map(release : linked [40:20])
  expect_absent (0, SIZE);
}

/* The one mapped last is the one that functions of the device reach.  */
static void
first_leaves_first (void)
{
#pragma omp target enter data map(to : linked [0:10])
  expect_section (0, 10);
#pragma omp target enter data map(to : linked [20:10])
  expect_section (20, 30);
#pragma omp target exit data map(release : linked [0:10])
  expect_absent (0, 20);
  expect_section (20, 30);
#pragma omp target enter data map(to : linked [0:20])
  expect_section (0, 20);
#pragma omp target exit data map(release : linked [20:10])
  expect_section (0, 20);
#pragma omp target exit data map(release : linked [0:20])
  expect_absent (0, SIZE);
#pragma omp target enter data map(to : linked)
  expect_section (0, SIZE);
#pragma omp target exit data map(delete : linked)
  expect_absent (0, SIZE);
}

static void
last_leaves_first (void)
{
#pragma omp target data map(to : linked [5:5])
  {
    expect_section (5, 10);
#pragma omp target data map(to : linked [90:10])
    {
      expect_section (90, 100);
#pragma omp target data map(to : linked [50:10])
      expect_section (50, 60);
      expect_section (90, 100);
    }
    expect_section (5, 10);
  }
  expect_absent (0, SIZE);
}

static void
members (void)
{
  int value;

  pair = (struct pair){ 1, 2 };
  CHECK (!omp_target_is_present (&pair, device));
#pragma omp target enter data map(to : pair.second)
#pragma omp target map(from : value)
  value = get_second ();
  CHECK (value == 2 && !omp_target_is_present (&pair.first, device));
#pragma omp target exit data map(release : pair.second)
#pragma omp target enter data map(to : pair.first, pair.second)
#pragma omp target map(from : value)
  value = get_second ();
  CHECK (value == 2 && omp_target_is_present (&pair.first, device));
#pragma omp target exit data map(release : pair.first, pair.second)
  CHECK (!omp_target_is_present (&pair, device));
}

int
main (void)
{
  device = omp_get_default_device ();
  if (device == omp_get_initial_device ())
    return 0;
  for (int i = 0; i < SIZE; i++)
    linked[i] = 1000 + i;
  for (int round = 0; round < 3; round++)
    {
      one_section ();
      first_leaves_first ();
      last_leaves_first ();
      members ();
    }
  return 0;
}
