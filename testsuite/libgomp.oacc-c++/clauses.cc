// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// Directives and clauses: kernels, atomic, declare, cache, conditions, sizes,
// default, auto, independent, collapse, tile, attach, no_create, finalize.

#include "../libgomp.oacc-c/check.h"

static const int n = 60;
static int a[n], m[8][16];
static int declared[n];
#pragma acc declare create(declared)

template <typename T> static void
conditions (T yes)
{
  T on_device = 7;
  fill (a, n, 0);
#pragma acc parallel loop if (yes) copy (a)
  for (int i = 0; i < n; i++)
    a[i] += 1;
#pragma acc parallel loop if (!yes)
  for (int i = 0; i < n; i++)
    a[i] += 1;
  CHECK (is_line (a, n, 2, 1));
#pragma acc update self(a) if_present
#pragma acc update host(a) if (!yes)
#pragma acc enter data copyin (a) if (yes)
  CHECK (acc_is_present (a, sizeof (a)));
#pragma acc enter data copyin (a)
#pragma acc exit data delete (a) finalize
  CHECK (acc_is_present (a, sizeof (a)) == is_shared ());
#pragma acc serial copy(on_device) if (yes)
  on_device++;
  CHECK (on_device == 8);
}

static void
loops ()
{
  fill (a, n, 0);
#pragma acc kernels copy (a)
  {
#pragma acc loop independent
    for (int i = 0; i < n; i++)
      a[i] = 2 * a[i];
  }
#pragma acc kernels loop auto copy (a)
  for (int i = 0; i < n; i++)
    a[i]++;
#pragma acc parallel loop gang num_gangs (3) num_workers (2)                  \
    vector_length (32) default (present) copy (a)
  for (int i = 0; i < n; i++)
    {
#pragma acc cache (a[i:1])
      a[i]--;
    }
  CHECK (is_line (a, n, 0, 2));
#pragma acc parallel loop collapse (2) default (none) copyout (m)
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 16; k++)
      m[i][k] = 16 * i + k;
  CHECK (is_line (&m[0][0], 128, 0, 1));
#pragma acc parallel loop tile (2, 4) copy (m)
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 16; k++)
      m[i][k] *= 3;
  CHECK (is_line (&m[0][0], 128, 0, 3));
}

static void
atomics ()
{
  int sum = 0, count = 0, got[n], seen = 0;
#pragma acc parallel loop copy (sum, count, seen) copyout (got)
  for (int i = 0; i < n; i++)
    {
      int now;
#pragma acc atomic update
      sum += i;
#pragma acc atomic capture
      {
        now = count;
        count += 1;
      }
      got[i] = now;
#pragma acc atomic write
      seen = 1;
    }
  CHECK (sum == n * (n - 1) / 2 && count == n && seen == 1);
  int total = 0;
  for (int i = 0; i < n; i++)
    total += got[i];
  CHECK (total == sum);
}

struct holder
{
  int *p;
};

static void
attached ()
{
  holder h = { a };
  fill (a, n, 0);
#pragma acc enter data copyin (a)
#pragma acc enter data copyin (h)
#pragma acc enter data attach (h.p)
#pragma acc parallel loop present (h)
  for (int i = 0; i < n; i++)
    h.p[i] += 4;
#pragma acc exit data detach (h.p)
#pragma acc exit data delete (h) copyout (a)
  CHECK (h.p == a && is_line (a, n, 4, 1));
}

static void
uncreated ()
{
  int there = 0;
#pragma acc data copy (a)
#pragma acc parallel loop no_create (a)
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma acc serial no_create (a) copy (there)
  there = 1;
  CHECK (there && is_line (a, n, 0, 1));
}

// GCC 12 drops such variables from update directives.
static void
declares ()
{
  fill (declared, n, 1);
  acc_update_device (declared, sizeof (declared));
#pragma acc parallel loop present (declared)
  for (int i = 0; i < n; i++)
    declared[i] *= 2;
  acc_update_self (declared, sizeof (declared));
  CHECK (is_line (declared, n, 2, 2));
}

int
main ()
{
  conditions (1);
  loops ();
  atomics ();
  attached ();
  uncreated ();
  declares ();
  return 0;
}
