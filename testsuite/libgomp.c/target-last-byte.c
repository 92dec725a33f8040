/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "omp_get_mapped_ptr and others came with OpenMP 5.1" } */
/* Addresses up to the last possible one, such as the one that mmap returns if
   it fails: nothing is mapped there, and it does no harm to ask.  */

#include <omp.h>
#include <stdint.h>
#include <stdlib.h>

#include "check.h"

static int array[64];

/* Sections without bytes, in the region by a clause and without: of GCC 14 on
   the host's address is there, before null.  */
static void
use (char *p)
{
  int null = 0, also_null = 0;
  uintptr_t host = (uintptr_t)p;
#pragma omp target map(from : null)
  null = p == NULL || (uintptr_t)p == host || omp_is_initial_device ();
#pragma omp target map(from : also_null) map(alloc : p[:0])
  also_null = p == NULL || (uintptr_t)p == host || omp_is_initial_device ();
  CHECK (null && also_null);
#pragma omp target enter data map(to : p[:0])
#pragma omp target update to(p[:0])
#pragma omp target exit data map(release : p[:0])
}

static void
ask (char *p)
{
  int device = omp_get_default_device (), host = omp_get_initial_device ();
  int on_host = omp_get_num_devices () == 0;
  char byte = 1;
  CHECK (omp_target_is_present (p, device) == on_host);
  CHECK ((omp_get_mapped_ptr (p, device) != NULL) == on_host);
  CHECK (omp_target_disassociate_ptr (p, device) != 0);
  if (on_host)
    return;
  char *there = omp_target_alloc (64, device);
  CHECK (there != NULL);
  uintptr_t rest = -(uintptr_t)p;
  CHECK (omp_target_associate_ptr (p, there, rest, 0, device) != 0);
  CHECK (omp_target_associate_ptr (p, there, rest + 1, 0, device) != 0);
  CHECK (omp_target_associate_ptr (&byte, p, rest, 0, device) != 0);
  /* All but the last byte.  */
  if (rest > 1)
    {
      CHECK (omp_target_associate_ptr (p, there, rest - 1, 0, device) == 0);
      CHECK (omp_target_is_present (p + (rest - 2), device));
      CHECK (!omp_target_is_present ((void *)UINTPTR_MAX, device));
      CHECK (omp_get_mapped_ptr ((void *)UINTPTR_MAX, device) == NULL);
      CHECK (omp_target_disassociate_ptr (p, device) == 0);
    }
  CHECK (omp_target_memcpy (there, p, rest, 0, 0, device, host) != 0);
  CHECK (omp_target_memcpy (p, there, rest, 0, 0, host, device) != 0);
  omp_target_free (there, device);
}

int
main (void)
{
  static const int bytes[] = { 1, 2, 3, 4, 7, 8, 9, 16, 64 };
#pragma omp target enter data map(to : array)
  for (int i = 0; i < (int)(sizeof (bytes) / sizeof (bytes[0])); i++)
    {
      char *p = (char *)-(uintptr_t)bytes[i];
      use (p);
      ask (p);
    }
#pragma omp target exit data map(delete : array)
  return 0;
}
