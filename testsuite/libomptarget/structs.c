/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Members of structures, and the pointers in them.  */
/* { dg-do run } */

#include <omp.h>
#include <stddef.h>

#include "../libgomp.c/check.h"

struct inner
{
  int *data;
  int n;
};

struct outer
{
  char c;
  int n;
  double *p;
  long double x; /* wants an aligned address */
  struct inner in;
  struct outer *next;
  int last;
};

static void
members (void)
{
  struct outer s = { .c = 'a', .n = 4, .x = 1.5L, .last = 9 };
#pragma omp target map(tofrom : s.n) map(to : s.last)
  s.n += s.last;
  CHECK (s.n == 13 && s.last == 9 && s.c == 'a');
#pragma omp target map(tofrom : s.n, s.x)
  {
    s.x += s.n;
    s.n = 1;
  }
  CHECK (s.x == 14.5L && s.n == 1);
#pragma omp target map(tofrom : s.x, s.last)
  {
    s.x *= 2;
    s.last = (int)((size_t)&s.x % _Alignof(long double));
  }
  CHECK (s.x == 29 && s.last == 0 && s.c == 'a');
}

static void
pointers (void)
{
  double values[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
  int data[4] = { 1, 2, 3, 4 };
  struct outer s = { .n = 8, .p = values, .in = { data, 4 } };
#pragma omp target map(tofrom : s.p[0 : 8]) map(to : s.n)
  for (int i = 0; i < s.n; i++)
    s.p[i] *= 2;
  CHECK (values[7] == 14 && s.p == values);
#pragma omp target map(tofrom : s, s.p[2 : 3], s.in.data[0 : 4])
  {
    s.p[2] = 100;
    s.in.data[3] += s.in.n;
    s.n = 5;
  }
  CHECK (values[2] == 100 && values[1] == 2 && data[3] == 8);
  CHECK (s.p == values && s.in.data == data && s.n == 5);
}

static void
chain (void)
{
  int data[3] = { 1, 2, 3 };
  struct outer b = { .n = 2, .in = { data, 3 } };
  struct outer a = { .n = 1, .next = &b };
#pragma omp target enter data map(to : a) map(to : a.next[0 : 1])
#pragma omp target enter data map(to : a.next->in.data[0 : 3])
#pragma omp target
  a.next->n += a.n;
#pragma omp target update from(b)
  CHECK (b.n == 3 && b.in.data == data);
#pragma omp target exit data map(from : a.next->in.data[0 : 3])
#pragma omp target exit data map(from : a.next[0 : 1]) map(from : a)
  CHECK (a.next == &b && b.n == 3 && data[2] == 3);
  CHECK (omp_get_num_devices () == 0 || !omp_target_is_present (&a, 0));
  CHECK (omp_get_num_devices () == 0 || !omp_target_is_present (data, 0));
}

/* The structure is mapped before; then its members are present.  */
static void
present (void)
{
  double values[4] = { 1, 2, 3, 4 };
  struct outer s = { .n = 4, .p = values };
#pragma omp target data map(to : s)
  {
    s.n = 77;
#pragma omp target map(tofrom : s.n)
    s.n++;
    CHECK (s.n == 77 || s.n == 78);
#pragma omp target map(tofrom : s.p[0 : 4])
    s.p[1] += s.n;
    CHECK (values[1] == 2 + 5 || values[1] == 2 + 78);
#pragma omp target update from(s.n)
  }
  CHECK (s.n == 5 || s.n == 78);
  CHECK (s.p == values);
}

/* Members of structures in a structure.  */
static void
nested (void)
{
  int data[2] = { 1, 2 };
  struct
  {
    int first;
    struct inner a, b;
    int last;
  } s = { .first = 1, .a = { data, 2 }, .b = { data, 3 }, .last = 4 };
#pragma omp target map(tofrom : s.a.n, s.b.n)
  {
    s.a.n += 10;
    s.b.n += 20;
  }
  CHECK (s.a.n == 12 && s.b.n == 23 && s.first == 1 && s.last == 4);
#pragma omp target map(tofrom : s.b.n, s.a.n, s.last)
  s.last += s.a.n + s.b.n;
  CHECK (s.last == 39 && s.a.n == 12 && s.b.n == 23);
}

int
main (void)
{
  members ();
  nested ();
  pointers ();
  chain ();
  present ();
  return 0;
}
