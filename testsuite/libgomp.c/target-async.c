/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-skip-stock "from GCC 13 and 16 on" } */
/* Asynchronous routines on device memory, which are tasks: ordered by depend
   objects, by taskwait and by taskgroup.  They check their arguments at
   once.  */

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "rectangle.h"
#include "target-check.h"

#define N 64

static int device, host;

static void
copy_there_and_back (void)
{
  int source[N], back[N] = { 0 };
  int *there = omp_target_alloc (sizeof source, device);
  omp_depend_t write, read;
#pragma omp depobj(write) depend(out : there[0])
#pragma omp depobj(read) depend(in : there[0])

  CHECK (there != NULL);
  for (int i = 0; i < N; i++)
    source[i] = i;
#pragma omp task depend(out : there[0]) shared(source)
  source[0] = 1000;
  CHECK (omp_target_memcpy_async (there, source, sizeof source, 0, 0, device,
                                  host, 1, &write)
         == 0);
  CHECK (omp_target_memcpy_async (back, there, 10 * sizeof (int),
                                  5 * sizeof (int), 20 * sizeof (int), host,
                                  device, 1, &read)
         == 0);
  CHECK (omp_target_memcpy_async (back, there, sizeof (int), 0, 0, host, device,
                                  1, &read)
         == 0);
#pragma omp taskwait
  CHECK (back[0] == 1000 && back[4] == 0 && back[15] == 0);
  for (int i = 0; i < 10; i++)
    CHECK (back[5 + i] == 20 + i);
#pragma omp depobj(write) destroy
#pragma omp depobj(read) destroy
  omp_target_free (there, device);
}

static void
rectangles (void)
{
  struct rectangle r;
  rectangle_begin (&r);
  int *there = omp_target_alloc (sizeof r.source, device);
  omp_depend_t order;
#pragma omp depobj(order) depend(inout : r)
#pragma omp taskgroup
  {
    CHECK (omp_target_memcpy_async (there, r.back, sizeof r.back, 0, 0, device,
                                    host, 1, &order)
           == 0);
    CHECK (omp_target_memcpy_rect_async (there, r.source, sizeof (int), 2,
                                         r.volume, r.to, r.from, r.size, r.size,
                                         device, host, 1, &order)
           == 0);
    /* The routine keeps copies of the arrays.  */
    memset (r.volume, -1, sizeof r.volume);
    memset (r.to, -1, sizeof r.to);
    CHECK (omp_target_memcpy_async (r.back, there, sizeof r.back, 0, 0, host,
                                    device, 1, &order)
           == 0);
  }
  rectangle_check (&r);
#pragma omp depobj(order) destroy
  omp_target_free (there, device);
}

static void
bad_rectangles (void)
{
  int from[4] = { 1, 2, 3, 4 }, to[4] = { 0 };
  const size_t volume[2] = { 1, 1 }, zero[2] = { 0, 0 }, dims[2] = { 2, 2 };

  CHECK (omp_target_memcpy_rect (to, from, sizeof (int), 0, volume, zero, zero,
                                 dims, dims, host, host)
         != 0);
  CHECK (omp_target_memcpy_rect (to, from, sizeof (int), -1, volume, zero, zero,
                                 dims, dims, host, host)
         != 0);
  CHECK (omp_target_memcpy_rect (NULL, NULL, sizeof (int), 2, volume, zero,
                                 zero, dims, dims, host, host)
         >= 3);
  CHECK (to[0] == 0);
}

static void
filling (void)
{
  static char back[200000];
  char *there = omp_target_alloc (sizeof back, device);
  CHECK (omp_target_memset (there, 3, sizeof back, device) == there);
  CHECK (omp_target_memset_async (there + 10, 0x105, sizeof back - 20, device,
                                  0, NULL)
         == there + 10);
#pragma omp taskwait
  CHECK (!omp_target_memcpy (back, there, sizeof back, 0, 0, host, device));
  for (size_t i = 0; i < sizeof back; i++)
    CHECK (back[i] == (i >= 10 && i < sizeof back - 10 ? 5 : 3));
  CHECK (omp_target_memset (back, 9, 100, host) == back && back[99] == 9);
  CHECK (omp_target_memset (back, 0, 0, host) == back);
  CHECK (omp_target_memset (back, 0, 1, -7) == NULL);
  omp_target_free (there, device);
}

/* More objects than fit the routine's own array.  */
static void
many_objects (void)
{
  static int from[40], to[40], ready[40];
  omp_depend_t list[40];
  for (int i = 0; i < 40; i++)
    {
#pragma omp depobj(list[i]) depend(in : ready[i])
#pragma omp task depend(out : ready[i])
      from[i] = i;
    }
  CHECK (omp_target_memcpy_async (to, from, sizeof from, 0, 0, host, host, 40,
                                  list)
         == 0);
#pragma omp taskwait
  for (int i = 0; i < 40; i++)
    CHECK (to[i] == i);
}

static void
errors (void)
{
  int a = 0, b = 0;
  size_t one = 1, zero = 0;
  CHECK (omp_target_memcpy_async (&a, &b, 4, 0, 0, -9, host, 0, NULL)
         == EINVAL);
  CHECK (omp_target_memcpy_async (&a, NULL, 4, 0, 0, host, host, 0, NULL)
         == EINVAL);
  CHECK (omp_target_memcpy_async (NULL, NULL, 0, 0, 0, host, host, 0, NULL)
         == 0);
  CHECK (omp_target_memcpy_rect_async (NULL, NULL, 4, 1, &one, &zero, &zero,
                                       &one, &one, host, host, 0, NULL)
         == INT_MAX);
  CHECK (omp_target_memcpy_rect_async (&a, &b, 4, 0, &one, &zero, &zero, &one,
                                       &one, host, host, 0, NULL)
         == EINVAL);
  CHECK (omp_target_memcpy_rect_async (&a, &b, 4, 1, &one, &zero, &zero, &one,
                                       &one, host, host + 7, 0, NULL)
         == EINVAL);
}

static void
all (void)
{
  copy_there_and_back ();
  rectangles ();
  bad_rectangles ();
  filling ();
  many_objects ();
  errors ();
}

int
main (void)
{
  device = omp_get_default_device ();
  host = omp_get_initial_device ();
  if (!memory_is_separate (device))
    device = host;
  all ();
#pragma omp parallel
#pragma omp single
  all ();
#pragma omp parallel
#pragma omp masked
#pragma omp task final(1)
  all ();
  return 0;
}
