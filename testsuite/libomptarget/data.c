/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Data regions, enter and exit data, updates: copies and counts.  */
/* { dg-do run } */
/* { dg-require-effective-target offload_device } */

#include <omp.h>
#include <stdlib.h>

#include "../libgomp.c/check.h"

#define N 64
static int a[N];

static void
fill (int first)
{
  for (int i = 0; i < N; i++)
    a[i] = first + i;
}

static int
there (void)
{
  return omp_target_is_present (a, omp_get_default_device ());
}

static void
nested (void)
{
  fill (0);
#pragma omp target data map(tofrom : a)
  {
    CHECK (there ());
    fill (100);
#pragma omp target map(tofrom : a)
    a[1]++;
    CHECK (a[1] == 101);
#pragma omp target map(always, tofrom : a)
    a[2]++;
    CHECK (a[1] == 101 && a[2] == 103);
#pragma omp target map(always, from : a)
    a[3] = -1;
    CHECK (a[3] == -1);
#pragma omp target map(to : a)
    a[4] = -2;
    CHECK (a[4] == 104);
  }
  CHECK (a[4] == -2 && !there ());
}

static void
counts (void)
{
  fill (0);
#pragma omp target enter data map(to : a)
#pragma omp target enter data map(to : a)
#pragma omp target exit data map(release : a)
  CHECK (there ());
#pragma omp target
  a[5] = 55;
#pragma omp target exit data map(from : a)
  CHECK (!there () && a[5] == 55);
#pragma omp target enter data map(alloc : a)
#pragma omp target enter data map(to : a)
#pragma omp target exit data map(delete : a)
  CHECK (!there ());
#pragma omp target exit data map(from : a)
  CHECK (a[5] == 55);
#pragma omp target data map(tofrom : a)
  {
#pragma omp target exit data map(delete : a)
    CHECK (!there ());
  }
}

static void
updates (void)
{
  fill (0);
#pragma omp target data map(to : a)
  {
    fill (200);
#pragma omp target update to(a[0 : N / 2])
#pragma omp target
    {
      a[N / 2] += a[0];
      a[1] = 1;
    }
#pragma omp target update from(a[N / 2 : N / 2])
    CHECK (a[N / 2] == N / 2 + 200 && a[N / 2 + 1] == N / 2 + 1 && a[1] == 201);
  }
  /* Not there: nothing to do.  */
#pragma omp target update from(a)
  CHECK (a[1] == 201);
}

/* Sections of two dimensions with strides.  Those of one dimension clang 19 passes
   as if they had none, and the first index it multiplies by the stride.  */
static void
strided (void)
{
  static int b[6][6];
  for (int i = 0; i < 36; i++)
    b[0][i] = i;
#pragma omp target data map(to : b)
  {
    for (int i = 0; i < 36; i++)
      b[0][i] = 100 + i;
#pragma omp target update to(b[0 : 3 : 2][0 : 2 : 3])
    int wrong = 0;
#pragma omp target map(tofrom : wrong)
    for (int i = 0; i < 6; i++)
      for (int k = 0; k < 6; k++)
        {
          wrong += b[i][k] != (i % 2 == 0 && k % 3 == 0 ? 100 : 0) + 6 * i + k;
          b[i][k] = -1;
        }
    CHECK (wrong == 0);
#pragma omp target update from(b[0 : 2 : 3][0 : 3 : 2])
  }
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 6; k++)
      CHECK (b[i][k] == (i % 3 == 0 && k % 2 == 0 ? -1 : 100 + 6 * i + k));
}

static void
addresses (void)
{
  int *p = a, *device = NULL;
  fill (0);
#pragma omp target data map(tofrom : a) use_device_ptr(p)
  {
    device = p;
    CHECK (device != a && device == omp_get_mapped_ptr (a, 0));
#pragma omp target is_device_ptr(device)
    device[6] = 66;
  }
  CHECK (p == a && a[6] == 66);
#pragma omp target data map(tofrom : a[8 : 8]) use_device_addr(a[8 : 8])
  CHECK (&a[8] == omp_get_mapped_ptr (&a[8], 0) || 1);
  int *own = omp_target_alloc (sizeof (a), 0);
  CHECK (own != NULL
         && omp_target_memcpy (own, a, sizeof (a), 0, 0, 0,
                               omp_get_initial_device ())
                == 0);
#pragma omp target is_device_ptr(own)
  own[7] = 77;
  CHECK (omp_target_memcpy (a, own, sizeof (a), 0, 0,
                            omp_get_initial_device (), 0)
         == 0);
  CHECK (a[7] == 77);
  omp_target_free (own, 0);
}

/* A pointer without a section: the device address if it is mapped.  */
static void
zero_length (void)
{
  int *p = malloc (N * sizeof (*p)), seen = 0;
  for (int i = 0; i < N; i++)
    p[i] = i;
#pragma omp target data map(tofrom : p[0 : N])
  {
#pragma omp target map(from : seen)
    {
      seen = p[9];
      p[9] = 99;
    }
  }
  CHECK (seen == 9 && p[9] == 99);
  free (p);
}

int
main (void)
{
  nested ();
  counts ();
  updates ();
  strided ();
  addresses ();
  zero_length ();
  return 0;
}
