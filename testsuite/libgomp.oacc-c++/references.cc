// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// References in clauses: to scalars, to arrays, to pointers, to structures, and
// members that are references.

#include "../libgomp.oacc-c/check.h"

static const int n = 40;

static void
scalar (int &x, const int &y)
{
#pragma acc serial copy(x) copyin(y)
  x += y;
#pragma acc serial firstprivate(y) copy(x)
  x += y;
#pragma acc enter data copyin(x)
#pragma acc serial present(x)
  x *= 2;
#pragma acc exit data copyout(x)
}

static void
array (int (&a)[n])
{
#pragma acc data copy(a)
  {
#pragma acc parallel loop present(a)
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma acc update self(a)
    CHECK (a[0] == 1);
    a[0] = 11;
#pragma acc update device(a [0:1])
#pragma acc parallel loop present(a)
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

static void
pointer (int *&p)
{
#pragma acc parallel loop copy(p [0:n])
  for (int i = 0; i < n; i++)
    p[i] *= 3;
#pragma acc enter data copyin(p [0:n]) async(1)
#pragma acc parallel loop present(p [0:n]) async(1)
  for (int i = 0; i < n; i++)
    p[i] += 2;
#pragma acc exit data copyout(p [0:n]) async(1)
#pragma acc wait(1)
}

struct pair
{
  int first, second;
};

static void
structure (pair &p)
{
#pragma acc serial copy(p)
  {
    int old = p.first;
    p.first = p.second;
    p.second = old;
  }
}

static void
privates (int &x)
{
  int out[n];
#pragma acc parallel loop private(x) copyout(out)
  for (int i = 0; i < n; i++)
    {
      x = 2 * i;
      out[i] = x;
    }
  CHECK (x == 77 && is_line (out, n, 0, 2));
}

static void
count_up (int *device)
{
#pragma acc parallel loop deviceptr(device)
  for (int i = 0; i < n; i++)
    device[i] = i;
}

static void
there (int *&p)
{
#pragma acc data copy(p [0:n])
  {
    int *host = p;
#pragma acc host_data use_device(p)
    {
      CHECK (p == acc_deviceptr (host));
      count_up (p);
    }
    CHECK (p == host);
  }
}

int
main ()
{
  int x = 1, a[n] = { 0 }, *p = new int[n];
  scalar (x, 5);
  CHECK (x == 22);
  array (a);
  CHECK (a[0] == 12 && a[1] == 2 && a[n - 1] == 2);
  fill (p, n, 0);
  pointer (p);
  CHECK (is_line (p, n, 2, 3));
  pair both = { 1, 2 };
  structure (both);
  CHECK (both.first == 2 && both.second == 1);
  x = 77;
  privates (x);
  there (p);
  CHECK (is_line (p, n, 0, 1));
  delete[] p;
  return 0;
}
