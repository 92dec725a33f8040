/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The data clauses of compute constructs and of data regions.  */

#include "check.h"

#define N 100

static void
compute_clauses (void)
{
  int a[N], b[N], c[N], d[N], sum = 5;
  fill (a, N, 1);
  fill (b, N, 2);
  fill (c, N, 3);
#pragma acc parallel loop copyin(a) copy(b) copyout(c) create(d) copy(sum)     \
    reduction(+ : sum)
  for (int i = 0; i < N; i++)
    {
      d[i] = a[i] + b[i];
      b[i] = d[i];
      c[i] = a[i] * 2;
      sum += d[i];
    }
  CHECK (is_line (a, N, 1, 1));
  CHECK (is_line (b, N, 3, 2));
  CHECK (is_line (c, N, 2, 2));
  CHECK (sum == 5 + 3 * N + N * (N - 1));
}

static void
sections (int n)
{
  int *a = malloc (n * sizeof (*a)), *b = malloc (n * sizeof (*b));
  fill (a, n, 0);
  fill (b, n, 1000);
#pragma acc parallel loop copyin(a[10 : n - 20]) copyout(b[10 : n - 20])
  for (int i = 10; i < n - 10; i++)
    b[i] = -a[i];
  CHECK (is_line (b, 10, 1000, 1));
  CHECK (is_line (b + 10, n - 20, -10, -1));
  CHECK (is_line (b + n - 10, 10, 1000 + n - 10, 1));
  free (a);
  free (b);
}

/* What is present is not copied again.  */
static void
present (void)
{
  int a[N], shared = is_shared ();
  fill (a, N, 0);
#pragma acc data copy(a)
  {
    fill (a, N, 7);
#pragma acc parallel loop present(a)
    for (int i = 0; i < N; i++)
      a[i] += 1;
    CHECK (is_line (a, N, shared ? 8 : 7, 1));
#pragma acc parallel loop copy(a)
    for (int i = 0; i < N; i++)
      a[i] += 1;
    CHECK (is_line (a, N, shared ? 9 : 7, 1));
#pragma acc parallel loop default(present)
    for (int i = 0; i < N; i++)
      a[i] += 1;
  }
  CHECK (is_line (a, N, shared ? 10 : 3, 1));
}

/* The host's variable is used where there is none on the device.  */
static void
no_create (void)
{
  int a[N], b[N], sum = 0;
  fill (a, N, 0);
  fill (b, N, 0);
#pragma acc data copyin(a)
#pragma acc parallel no_create(a, b) copy(sum)
  {
    for (int i = 0; i < N; i++)
      sum += a[i];
  }
  CHECK (sum == N * (N - 1) / 2);
  CHECK (is_line (b, N, 0, 1));
}

static void
device_pointer (void)
{
  int a[N];
  int *d = acc_malloc (sizeof (a));
  CHECK (d != NULL);
#pragma acc parallel loop deviceptr(d)
  for (int i = 0; i < N; i++)
    d[i] = 3 * i;
  acc_memcpy_from_device (a, d, sizeof (a));
  CHECK (is_line (a, N, 0, 3));
#pragma acc data deviceptr(d) copyout(a)
  {
#pragma acc parallel loop present(a)
    for (int i = 0; i < N; i++)
      a[i] = d[i] + 1;
  }
  CHECK (is_line (a, N, 1, 3));
  acc_free (d);
}

static void
private_data (void)
{
  int a[N], first = 4, own = 9, scratch[4] = { 1, 1, 1, 1 };
#pragma acc parallel loop gang firstprivate(first) private(own, scratch)       \
    copyout(a)
  for (int i = 0; i < N; i++)
    {
      own = i;
      scratch[i % 4] = own;
      a[i] = first + scratch[i % 4];
    }
  CHECK (is_line (a, N, 4, 1));
  CHECK (first == 4 && own == 9 && scratch[0] == 1 && scratch[3] == 1);
#pragma acc parallel firstprivate(first) num_gangs(1) num_workers(1)           \
    vector_length(1)
  first = 5;
  CHECK (first == 4);
}

/* What is mapped twice ends with the outer region.  */
static void
nested (void)
{
  int a[N];
  fill (a, N, 0);
#pragma acc data copy(a)
  {
#pragma acc data copyin(a)
    {
#pragma acc data copyout(a)
      {
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
          a[i] = 2 * i;
      }
    }
    CHECK (is_shared () || is_line (a, N, 0, 1));
  }
  CHECK (is_line (a, N, 0, 2));
}

/* Scalars are firstprivate in parallel, copied in kernels.  */
static void
implicit (void)
{
  int scalar = 3, a[N];
  fill (a, N, 0);
#pragma acc parallel loop
  for (int i = 0; i < N; i++)
    a[i] += scalar;
  CHECK (is_line (a, N, 3, 1));
#pragma acc kernels
  scalar = a[0] + 1;
  CHECK (scalar == 4);
#pragma acc serial
  for (int i = 0; i < N; i++)
    a[i] *= 2;
  CHECK (is_line (a, N, 6, 2));
}

int
main (void)
{
  compute_clauses ();
  sections (500);
  present ();
  no_create ();
  device_pointer ();
  private_data ();
  nested ();
  implicit ();
  return 0;
}
