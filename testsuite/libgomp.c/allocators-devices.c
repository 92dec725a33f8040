/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The traits of OpenMP 6.0 about devices, by clang 22's numbers: they are
   valid, and the host's memory fulfils them.  */
/* { dg-do run } */
/* { dg-additional-options "-w" } */

#include <omp.h>
#include <string.h>

#include "check.h"

enum
{
  pin_device = 9,
  preferred_device,
  device_access,
  target_access,
  atomic_scope,
  part_size,

  device = 7,
  all = 19,
  single,
  multiple,
  memspace,

  fallback = -1
};

static omp_allocator_handle_t
make (int key, int value)
{
  omp_alloctrait_t trait
      = { (omp_alloctrait_key_t)key, (omp_uintptr_t)(omp_intptr_t)value };
  return omp_init_allocator (omp_default_mem_space, 1, &trait);
}

int
main (void)
{
  static const int valid[][2] = {
    { pin_device, 0 },           { pin_device, fallback },
    { preferred_device, 1 },     { preferred_device, fallback },
    { device_access, single },   { device_access, multiple },
    { device_access, fallback }, { target_access, single },
    { target_access, multiple }, { target_access, fallback },
    { atomic_scope, all },       { atomic_scope, device },
    { atomic_scope, fallback },  { part_size, 4096 },
    { part_size, fallback },     { omp_atk_access, all },
    { omp_atk_access, device },  { omp_atk_access, memspace },
  };
  static const int wrong[][2]
      = { { pin_device, -2 },          { preferred_device, -5 },
          { device_access, all },      { target_access, device },
          { atomic_scope, single },    { part_size, 0 },
          { omp_atk_access, single },  { part_size + 1, 1 },
          { part_size + 1, fallback }, { 0, fallback } };

  for (size_t i = 0; i < sizeof valid / sizeof *valid; i++)
    {
      omp_allocator_handle_t a = make (valid[i][0], valid[i][1]);
      CHECK (a != omp_null_allocator);
      char *block = omp_alloc (100, a);
      CHECK (block != NULL);
      memset (block, 1, 100);
      omp_free (block, a);
      omp_destroy_allocator (a);
    }
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK (make (wrong[i][0], wrong[i][1]) == omp_null_allocator);
  return 0;
}
