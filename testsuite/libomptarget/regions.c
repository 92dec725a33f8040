/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target regions with all kinds of arguments and variables.  */
/* { dg-do run } */

#include <omp.h>
#include <unistd.h>

#include "../libgomp.c/check.h"

#pragma omp declare target
int global = 3;
static int local = 5;
int table[4] = { 1, 2, 3, 4 };
static int
twice (int n)
{
  return 2 * n + local;
}
#pragma omp end declare target

int linked[10];
double linked_value = 1.5;
#pragma omp declare target link(linked, linked_value)

struct big
{
  int n;
  double values[40];
};

/* In a process of its own, if there is a device.  */
static void
process (void)
{
  int device = omp_get_num_devices () > 0 && omp_get_default_device () >= 0;
  int pid = 0, initial = -1;
#pragma omp target map(from : pid, initial)
  {
    pid = getpid ();
    initial = omp_is_initial_device ();
  }
  CHECK (initial == (pid == getpid ()));
  CHECK (device || initial);
}

static void
empty (void)
{
#pragma omp target
  {
  }
#pragma omp target
  global++;
  int now = 0;
#pragma omp target map(from : now)
  now = global;
  CHECK (now == 4);
}

static void
scalars (void)
{
  char c = 'x';
  short s = -3;
  long l = 1L << 40;
  float f = 0.5f;
  double d = 0.25;
  _Bool b = 1;
  int sum = 0;
#pragma omp target map(tofrom : sum)
  {
    sum += c == 'x' && s == -3 && l == 1L << 40 && f == 0.5f && d == 0.25 && b;
    c = 0;
    d = 7;
  }
  CHECK (sum == 1 && c == 'x' && d == 0.25);
}

/* More than there are registers for, and more than 16.  */
static void
many (void)
{
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10,
      k = 11, l = 12, m = 13, n = 14, o = 15, p = 16, q = 17, r = 18, s = 19,
      t = 20, total = 0, few = 0;
#pragma omp target map(tofrom : few)
  few = a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h;
  CHECK (few == 204);
#pragma omp target map(tofrom : total)
  total += a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r
           + 2 * s + 3 * t;
  CHECK (total == 171 + 2 * 19 + 3 * 20);
}

static void
firstprivate (void)
{
  struct big s = { .n = 40 };
  int array[7] = { 0, 1, 2, 3, 4, 5, 6 };
  long double x = 1.25L;
  double sum = 0;
  for (int i = 0; i < 40; i++)
    s.values[i] = i;
#pragma omp target firstprivate(s, array, x) map(tofrom : sum)
  {
    for (int i = 0; i < s.n; i++)
      sum += s.values[i];
    for (int i = 0; i < 7; i++)
      sum += array[i]++;
    s.n = 0;
    sum += (double)x;
  }
  CHECK (sum == 780 + 21 + 1.25 && s.n == 40 && array[6] == 6);
}

static void
variables (void)
{
  int sum = 0;
#pragma omp target map(tofrom : sum)
  {
    sum = twice (4) + table[3];
    table[0] = 10;
    local++;
  }
  CHECK (sum == 13 + 4);
#pragma omp target map(tofrom : sum)
  sum = table[0] + local;
  CHECK (sum == 16);
  table[0] = 100;
#pragma omp target update to(table[0 : 1])
#pragma omp target map(tofrom : sum)
  sum = table[0];
  CHECK (sum == 100);
}

static void
links (void)
{
  for (int i = 0; i < 10; i++)
    linked[i] = i;
  for (int n = 1; n < 4; n++)
    {
#pragma omp target map(tofrom : linked, linked_value)
      {
        linked[2] += 5;
        linked_value *= 2;
      }
      CHECK (linked[2] == 2 + 5 * n && linked_value == 1.5 * (1 << n));
    }
#pragma omp target enter data map(to : linked)
#pragma omp target
  linked[3] = 33;
  CHECK (linked[3] == 33 || omp_get_num_devices () > 0);
#pragma omp target exit data map(from : linked)
  CHECK (linked[3] == 33);
}

/* Sections of arrays: the region knows the array's own indices.  */
static void
sections (void)
{
  int a[100], n = 20;
  for (int i = 0; i < 100; i++)
    a[i] = i;
  int *p = a;
#pragma omp target map(tofrom : a[10 : n])
  for (int i = 10; i < 30; i++)
    a[i] = -i;
  CHECK (a[9] == 9 && a[10] == -10 && a[29] == -29 && a[30] == 30);
#pragma omp target map(tofrom : p[50 : 25])
  for (int i = 50; i < 75; i++)
    p[i]++;
  CHECK (a[49] == 49 && a[50] == 51 && a[74] == 75 && a[75] == 75);
}

static void
parallel (void)
{
  int a[1000] = { 0 }, sum = 0, teams = 0;
#pragma omp target teams distribute parallel for map(tofrom : a) num_teams(3)
  for (int i = 0; i < 1000; i++)
    a[i] += i;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : a)
  for (int i = 0; i < 1000; i++)
    sum += a[i];
  CHECK (sum == 499500);
#pragma omp target teams num_teams(2) reduction(+ : teams)
  teams += 1;
  CHECK (teams >= 1 && teams <= 2);
  sum = 0;
#pragma omp target parallel map(tofrom : sum) num_threads(4)
  {
#pragma omp for schedule(dynamic, 3)
    for (int i = 0; i < 100; i++)
      {
#pragma omp atomic
        sum += i;
      }
  }
  CHECK (sum == 4950);
#pragma omp target map(tofrom : sum)
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 10; i++)
    {
#pragma omp task shared(sum)
#pragma omp atomic
      sum++;
    }
  CHECK (sum == 4960);
}

/* On each device, and on the host by its number.  */
static void
devices (void)
{
  for (int n = 0; n <= omp_get_num_devices (); n++)
    {
      int number = -1, x = n;
#pragma omp target device(n) map(from : number) map(tofrom : x)
      {
        number = omp_get_device_num ();
        x += 10;
      }
      CHECK (x == n + 10 && number == n);
    }
  int on = -1;
#pragma omp target if (0) map(from : on)
  on = omp_is_initial_device ();
  CHECK (on == 1);
}

static void
later (void)
{
  int a = 1, b = 2, n = 0;
#pragma omp target nowait map(tofrom : a) depend(out : a)
  a += 10;
#pragma omp target nowait map(tofrom : b) map(to : a) depend(in : a)
  b += a;
#pragma omp taskwait
  CHECK (a == 11 && b == 13);
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 20; i++)
#pragma omp target nowait map(tofrom : n) depend(inout : n)
    n++;
  CHECK (n == 20);
}

int
main (void)
{
  process ();
  empty ();
  scalars ();
  many ();
  firstprivate ();
  variables ();
  links ();
  sections ();
  parallel ();
  devices ();
  later ();
  return 0;
}
