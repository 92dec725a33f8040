/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* target nowait: the region runs while its thread goes on, dependences hold
   across devices, data directives and tasks of the host, and firstprivate data
   stays until the region has ended.  */
/* { dg-do run } */
/* { dg-require-effective-target offload_device } */
/* { dg-threads "1 4" } */

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "../libgomp.c/check.h"

#define N 1000

/* A region waits for what its thread does after the construct.  */
static void
goes_on (void)
{
  int device = omp_get_default_device (), go = 0, seen = 0;
  volatile int *flag = omp_target_alloc (sizeof (*flag), device);
  CHECK (omp_target_memcpy ((void *)flag, &go, sizeof (go), 0, 0, device,
                            omp_get_initial_device ())
         == 0);
#pragma omp target nowait is_device_ptr(flag) map(tofrom : seen)
  {
    while (*flag == 0)
      ;
    seen = *flag;
  }
  CHECK (seen == 0);
  go = 5;
  CHECK (omp_target_memcpy ((void *)flag, &go, sizeof (go), 0, 0, device,
                            omp_get_initial_device ())
         == 0);
#pragma omp taskwait
  CHECK (seen == 5);
  omp_target_free ((void *)flag, device);
}

static void
chain (void)
{
  static int a[N];
  int sum = 0;
  memset (a, 0, sizeof (a));
#pragma omp target enter data map(to : a) nowait depend(out : a)
  for (int i = 0; i < 10; i++)
#pragma omp target nowait depend(inout : a)
    for (int k = 0; k < N; k++)
      a[k] += k;
#pragma omp target update from(a) nowait depend(inout : a)
#pragma omp task depend(in : a) shared(sum)
  for (int k = 0; k < N; k++)
    sum += a[k];
#pragma omp target exit data map(delete : a) nowait depend(inout : a)
#pragma omp taskwait
  CHECK (sum == 10 * (N * (N - 1) / 2));
  CHECK (!omp_target_is_present (a, omp_get_default_device ()));
}

/* The thread's own variables are gone before the region ends.  Clang passes
   the address of firstprivate arrays and structures, so those must stay.  */
static __attribute__ ((noinline)) void
leave (int *out, int n)
{
  int own = n;
#pragma omp target nowait firstprivate(own, n) map(tofrom : out [0:4])
  for (int i = 0; i < 4; i++)
    out[i] += own + n + i;
  own = n = -1;
}

static void
privates (void)
{
  int out[8][4];
  memset (out, 0, sizeof (out));
  for (int n = 0; n < 8; n++)
    leave (out[n], n);
#pragma omp taskwait
  for (int n = 0; n < 8; n++)
    CHECK (out[n][3] == 2 * n + 3);
}

static void
groups (void)
{
  int a[16] = { 0 }, on_host = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    for (int i = 0; i < 16; i++)
      {
#pragma omp target nowait map(tofrom : a[i])
        a[i] = i + 1;
      }
    for (int i = 0; i < 16; i++)
      CHECK (a[i] == i + 1);
#pragma omp target nowait if (0) map(tofrom : on_host) depend(out : on_host)
    on_host = omp_is_initial_device ();
#pragma omp target nowait map(to                                               \
                              : on_host) map(tofrom                            \
                                             : a[0]) depend(in                 \
                                                            : on_host)
    a[0] += on_host;
  }
  CHECK (a[0] == 2);
}

int
main (void)
{
  goes_on ();
  chain ();
  privates ();
  groups ();
#pragma omp parallel
#pragma omp single
  {
    goes_on ();
    chain ();
    privates ();
  }
  return 0;
}
