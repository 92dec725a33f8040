/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" } */
/* { dg-skip-stock "from GCC 13 on" } */
/* Asynchronous copies between two devices, which are tasks: ordered by depend
   objects, by taskwait and by taskgroup, and by target regions on both
   sides.  */

#include <string.h>

#include "rectangle.h"
#include "target-check.h"

#define N 64

static int first, second, host;

/* Host, first, second, first, host; each step waits for the one before.  */
static void
around (void)
{
  int source[N], back[N] = { 0 };
  int *a = omp_target_alloc (sizeof source, first);
  int *b = omp_target_alloc (sizeof source, second);
  omp_depend_t order;
#pragma omp depobj(order) depend(inout : source)

  for (int i = 0; i < N; i++)
    source[i] = 5 * i;
  CHECK (!omp_target_memcpy_async (a, source, sizeof source, 0, 0, first, host,
                                   1, &order));
  CHECK (!omp_target_memcpy_async (b, a, sizeof source - 8, 8, 0, second, first,
                                   1, &order));
#pragma omp target nowait device(second) is_device_ptr(b) depend(inout : source)
  b[2]++;
  CHECK (!omp_target_memcpy_async (a, b, 8, 4, 8, first, second, 1, &order));
  CHECK (!omp_target_memcpy_async (back, a, sizeof back, 0, 0, host, first, 1,
                                   &order));
#pragma omp taskwait
  CHECK (back[0] == 0 && back[1] == 1 && back[2] == 5 && back[3] == 15);
  for (int i = 4; i < N; i++)
    CHECK (back[i] == 5 * i);
#pragma omp depobj(order) destroy
  omp_target_free (a, first);
  omp_target_free (b, second);
}

static void
rectangles (void)
{
  struct rectangle r;
  rectangle_begin (&r);
  int *a = omp_target_alloc (sizeof r.source, first);
  int *b = omp_target_alloc (sizeof r.source, second);
  omp_depend_t order;
#pragma omp depobj(order) depend(inout : r)
#pragma omp taskgroup
  {
    CHECK (!omp_target_memcpy_async (a, r.source, sizeof r.source, 0, 0, first,
                                     host, 1, &order));
    CHECK (!omp_target_memcpy_async (b, r.back, sizeof r.back, 0, 0, second,
                                     host, 1, &order));
    CHECK (!omp_target_memcpy_rect_async (b, a, sizeof (int), 2, r.volume, r.to,
                                          r.from, r.size, r.size, second, first,
                                          1, &order));
    CHECK (!omp_target_memcpy_async (r.back, b, sizeof r.back, 0, 0, host,
                                     second, 1, &order));
  }
  rectangle_check (&r);
#pragma omp depobj(order) destroy
  omp_target_free (a, first);
  omp_target_free (b, second);
}

/* Larger than what is copied at a time, and without an order: both at once.  */
static void
large (void)
{
  size_t size = 5 << 20;
  char *source = malloc (size), *back = malloc (size);
  char *a = omp_target_alloc (size, first),
       *b = omp_target_alloc (size, second);
  for (size_t i = 0; i < size; i++)
    source[i] = (char)(i * 31 >> 3);
  CHECK (!omp_target_memcpy (a, source, size, 0, 0, first, host));
  CHECK (
      !omp_target_memcpy_async (b, a, size / 2, 0, 0, second, first, 0, NULL));
  CHECK (!omp_target_memcpy_async (b, a, size - size / 2, size / 2, size / 2,
                                   second, first, 0, NULL));
#pragma omp taskwait
  CHECK (!omp_target_memcpy (back, b, size, 0, 0, host, second));
  CHECK (memcmp (source, back, size) == 0);
  omp_target_free (a, first);
  omp_target_free (b, second);
  free (source);
  free (back);
}

static void
all (void)
{
  around ();
  rectangles ();
  large ();
}

int
main (void)
{
  host = omp_get_initial_device ();
  first = omp_get_num_devices () > 0 ? 0 : host;
  second = omp_get_num_devices () > 1 ? 1 : host;
  if (!memory_is_separate (omp_get_default_device ()))
    first = second = host;
  all ();
#pragma omp parallel
#pragma omp single
  all ();
  return 0;
}
