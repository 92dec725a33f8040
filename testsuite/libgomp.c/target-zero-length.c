/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Sections without bytes that begin at the end of a mapping: the region has a
   null pointer, or of GCC 14 on the host's, as with GCC's library, unless
   something is mapped there.  */

#include <omp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "check.h"

static int a[16];

/* 2: on the host.  */
static int
named (int *p)
{
  int null;
  uintptr_t host = (uintptr_t)p;
#pragma omp target map(alloc : p[:0]) map(from : null)
  null = omp_is_initial_device () ? 2 : p == NULL || (uintptr_t)p == host;
  return null;
}

static int
not_named (int *p)
{
  int null;
  uintptr_t host = (uintptr_t)p;
#pragma omp target map(from : null)
  null = omp_is_initial_device () ? 2 : p == NULL || (uintptr_t)p == host;
  return null;
}

/* Whoever wants the end of a range maps it, or uses a length.  */
static int
sum_to (int *first, int *end)
{
  int sum = 0;
#pragma omp target data map(to : first [0:end - first + 1])
#pragma omp target map(tofrom : sum)
  for (int *p = first; p != end; p++)
    sum += *p;
  return sum;
}

int
main (void)
{
  int device = omp_get_default_device ();
  int *end = a + 8;
  for (int i = 0; i < 16; i++)
    a[i] = i;
  CHECK (sum_to (a, end) == 28);
#pragma omp target enter data map(to : a [0:8])
  CHECK (named (end) != 0 && not_named (end) != 0);
  CHECK (named (end - 1) != 1 && not_named (end - 1) != 1);
#pragma omp target enter data map(to : end[:0])
#pragma omp target exit data map(release : end[:0])
#pragma omp target exit data map(delete : end[:0])
  CHECK (omp_target_is_present (a, device));
#pragma omp target enter data map(to : a [8:4])
  CHECK (named (end) != 1 && not_named (end) != 1);
  CHECK (named (a + 12) != 0);
#pragma omp target exit data map(delete : end[:0])
#pragma omp target exit data map(delete : a [0:8])
  CHECK (omp_get_num_devices () == 0 || !omp_target_is_present (a, device));
  CHECK (omp_get_num_devices () == 0 || !omp_target_is_present (end, device));
  return 0;
}
