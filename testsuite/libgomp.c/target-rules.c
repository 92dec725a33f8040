/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* What map types, pointer attachment and counts must not do: the rules of
   OpenMP 5.1 section 2.21.7.1 that a program notices only if they are
   broken.  */

#include <string.h>

#include "target-check.h"
#include "target-limits.h"

#define N 8
#define UNSEEN 0x5ca1ab1e

struct vector
{
  int length;
  int *values;
  int scale;
};

static int separate, device, host;

/* The device's copy of the SIZE bytes at P, as they are.  */
static void
read_copy (void *to, void *p, size_t size)
{
  void *there = p;

#pragma omp target data use_device_ptr(there)
  CHECK (
      omp_target_memcpy (to, there, size, 0, 0, host, separate ? device : host)
      == 0);
}

/* ---- Copies.  */

static void
to_is_not_copied_back (void)
{
  int x = 1;

#pragma omp target map(to : x)
  x = 2;
  CHECK (x == (separate ? 1 : 2)); /* { dg-check lost } */
}

static void
alloc_copies_nothing (void)
{
  int x = UNSEEN, seen = UNSEEN;

#pragma omp target enter data map(alloc : x)
  read_copy (&seen, &x, sizeof x);
  CHECK (!separate || seen != UNSEEN); /* { dg-check unwritten } */
#pragma omp target map(alloc : x)
  x = 5;
  CHECK (x == (separate ? UNSEEN : 5)); /* { dg-check lost } */
#pragma omp target exit data map(release : x)
}

/* What another construct keeps is copied back at its end only, also where
   something else is at once.  */
static void
from_waits_for_the_last (void)
{
  int x = 1, y = 1;

#pragma omp target enter data map(to : x)
#pragma omp target map(tofrom : x)
  x = 2;
  CHECK (x == (separate ? 1 : 2)); /* { dg-check lost } */
#pragma omp target map(tofrom : x, y)
  y = x;
  CHECK (x == (separate ? 1 : 2) && y == 2); /* { dg-check lost } */
#pragma omp target exit data map(from : x)
  CHECK (x == 2);
}

static void
exit_data_always (void)
{
  int x = 1;

#pragma omp target enter data map(to : x)
#pragma omp target enter data map(to : x)
#pragma omp target map(alloc : x)
  x = 2;
#pragma omp target exit data map(always, from : x)
  CHECK (x == 2 && omp_target_is_present (&x, device));
#pragma omp target map(alloc : x)
  x = 3;
#pragma omp target exit data map(delete : x)
  CHECK (x == (separate ? 2 : 3)); /* { dg-check lost } */
}

/* An implicit map of the whole, of which a part is mapped, uses that part.  */
static void
a_part_is_enough (void)
{
  int array[N] = { 1, 2, 3, 4 };

#pragma omp target enter data map(to : array[2 : 2])
#pragma omp target
  array[3] += array[2];
#pragma omp target exit data map(from : array[2 : 2])
  CHECK (array[1] == 2 && array[2] == 3 && array[3] == 7);
}

/* Implicit, and copied to the device only.  */
static void
implicit_to (void)
{
  int array[N] = { 1, 2, 3 }, sum = 0;

#pragma omp target defaultmap(to : aggregate) map(from : sum)
  {
    sum = array[1] + array[2];
    array[1] = 9;
  }
  CHECK (sum == 5);
  CHECK (array[1] == (separate ? 2 : 9)); /* { dg-check lost } */
}

/* ---- Counts.  */

/* Two names of the same storage in one directive count once.  */
static void
a_directive_counts_once (void)
{
  int array[N] = { 1 };
  int *volatile other = array;
  int *p = array, *q = other;

#pragma omp target enter data map(to : p[:N], q[:N])
  CHECK (omp_target_is_present (array, device));
#pragma omp target exit data map(release : p[:N])
  CHECK (!separate || !omp_target_is_present (array, device));
#pragma omp target enter data map(to : p[:N])
#pragma omp target enter data map(to : p[:N])
#pragma omp target exit data map(release : p[:N], q[:N])
  CHECK (omp_target_is_present (array, device));
#pragma omp target exit data map(from : p[:N], q[:N])
  CHECK (!separate || !omp_target_is_present (array, device));
}

static void
delete_gives_up_all (int zero)
{
  int array[N] = { 1 };
  int *p = array;

  for (int i = 0; i < 3; i++)
    {
#pragma omp target enter data map(to : p[:N])
#pragma omp target enter data map(to : p[:N])
#pragma omp target enter data map(to : p[:N])
      if (i == 0)
        {
#pragma omp target exit data map(delete : p[:N])
        }
      else if (i == 1)
        {
          /* One of several.  */
#pragma omp target exit data map(delete : p[:N]) map(release : zero)
        }
      else
        {
#pragma omp target exit data map(delete : p[:zero])
        }
      CHECK (!separate || !omp_target_is_present (array, device));
    }
}

/* ---- Pointers in structures.  */

/* A copy of the structure leaves out the pointer that is attached.  */
static void
copies_spare_attached_pointers (void)
{
  int values[N] = { 1, 2, 3 }, seen = 0;
  struct vector v = { N, values, 1 };

#pragma omp target enter data map(to : v)
#pragma omp target enter data map(to : v.values[:N])
  v.length = 3;
#pragma omp target update to(v)
#pragma omp target map(from : seen)
  {
    seen = v.values[2] + v.length;
    v.scale = 7;
  }
  CHECK (seen == 6);
#pragma omp target update from(v)
  CHECK (v.scale == 7 && v.values == values);
#pragma omp target map(always, to : v) map(from : seen)
  seen = v.values[1];
  CHECK (seen == 2);
#pragma omp target exit data map(release : v.values[:N])
#pragma omp target exit data map(always, from : v)
  CHECK (v.values == values);
}

/* The device's copy of the pointer is that of the host again when the last
   construct that attached it is over.  */
static void
detached_at_the_end (void)
{
  int values[N] = { 1, 2, 3 }, seen = 0;
  int *pointer = NULL;
  struct vector v = { N, values, 1 };

#pragma omp target enter data map(to : v)
#pragma omp target map(tofrom : v.values[:N]) map(from : seen)
  seen = v.values[2];
  CHECK (seen == 3);
  read_copy (&pointer, &v.values, sizeof pointer);
  CHECK (pointer == values);

#pragma omp target enter data map(to : v.values[:N])
  read_copy (&pointer, &v.values, sizeof pointer);
  CHECK (!separate || pointer != values);
#pragma omp target map(tofrom : v.values[:N]) map(from : seen)
  seen = v.values[1];
  CHECK (seen == 2);
  read_copy (&pointer, &v.values, sizeof pointer);
  CHECK (!separate || pointer != values);
#pragma omp target exit data map(release : v.values[:N])
  read_copy (&pointer, &v.values, sizeof pointer);
  CHECK (pointer == values);
#pragma omp target exit data map(release : v)
}

static void
null_is_attached (void)
{
  int values[N] = { 1 }, is_null = 0;
  struct vector v = { 0, values, 1 };

#pragma omp target enter data map(to : v)
  v.values = NULL;
#pragma omp target enter data map(to : v.values[:v.length])
#pragma omp target map(from : is_null)
  is_null = v.values == NULL;
  CHECK (is_null);
  /* Of GCC 14 on the attachment counts as a mapping of v.values.  */
#pragma omp target exit data map(delete : v)
}

/* ---- Link variables, used by a function of the device.  */

static int linked[N];
#pragma omp declare target link(linked)

#pragma omp declare target
static int
sum_linked (void)
{
  int sum = 0;

  for (int i = 0; i < N; i++)
    sum += linked[i]++;
  return sum;
}
#pragma omp end declare target

static void
link_in_a_function (void)
{
  int sum = 0;

  for (int i = 0; i < N; i++)
    linked[i] = i;
  for (int times = 0; times < 2; times++)
    {
#pragma omp target map(tofrom : linked, sum)
      sum = sum_linked ();
      CHECK (sum == N * (N - 1) / 2 + times * N && linked[1] == 2 + times);
    }
#pragma omp target enter data map(to : linked)
#pragma omp target map(from : sum)
  sum = sum_linked ();
  CHECK (sum == N * (N - 1) / 2 + 2 * N);
#pragma omp target exit data map(delete : linked)
}

/* ---- Private copies, which a region has on the host, too.  */

static void
private_copies (int on_device)
{
  int array[N] = { 1 }, seen = 0;

#pragma omp target if (on_device) firstprivate(array) map(from : seen)
  {
    array[0]++;
    seen = array[0];
  }
  CHECK (seen == 2 && array[0] == 1);
}

int
main (void)
{
  host = omp_get_initial_device ();
  device = omp_get_default_device ();
  separate = memory_is_separate (device);
  to_is_not_copied_back ();
  alloc_copies_nothing ();
  from_waits_for_the_last ();
  exit_data_always ();
  implicit_to ();
  a_part_is_enough ();
  a_directive_counts_once ();
  delete_gives_up_all (0);
  copies_spare_attached_pointers ();
  detached_at_the_end ();
  null_is_attached ();
  link_in_a_function ();
  private_copies (1);
  private_copies (0);
  check_limits (1, 3);
  check_limits (0, 5);
  return 0;
}
