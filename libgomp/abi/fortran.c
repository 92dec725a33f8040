/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Fortran entry points: the rows of fortran.def, and those whose arguments need
   more than a conversion of integers.  */

#include "abi/fortran.h"

#define FUNCTION(name)                                                         \
  int32_t omp_##name##_ (void) { return (int32_t)omp_##name (); }
#define FUNCTION_INT(name)                                                     \
  int32_t omp_##name##_ (const int32_t *value) { return omp_##name (*value); } \
  int32_t omp_##name##_8_ (const int64_t *value)                               \
  {                                                                            \
    return omp_##name (gomp_fortran_int (*value));                             \
  }
#define SUBROUTINE_INT(name)                                                   \
  void omp_##name##_ (const int32_t *value) { omp_##name (*value); }           \
  void omp_##name##_8_ (const int64_t *value)                                  \
  {                                                                            \
    omp_##name (gomp_fortran_int (*value));                                    \
  }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include "abi/fortran.def"
#include "ompt/ompt.h"
#pragma GCC diagnostic pop

double
omp_get_wtime_ (void)
{
  return omp_get_wtime ();
}

double
omp_get_wtick_ (void)
{
  return omp_get_wtick ();
}

void
omp_set_schedule_ (const int32_t *kind, const int32_t *chunk)
{
  omp_set_schedule ((omp_sched_t)*kind, *chunk);
}

void
omp_set_schedule_8_ (const int32_t *kind, const int64_t *chunk)
{
  omp_set_schedule ((omp_sched_t)*kind, gomp_fortran_int (*chunk));
}

/* Fortran programs do not see the monotonic modifier.  */
void
omp_get_schedule_ (int32_t *kind, int32_t *chunk)
{
  omp_sched_t k;
  int c;
  omp_get_schedule (&k, &c);
  *kind = (int32_t)((unsigned)k & ~(unsigned)omp_sched_monotonic);
  *chunk = c;
}

void
omp_get_schedule_8_ (int32_t *kind, int64_t *chunk)
{
  int32_t c;
  omp_get_schedule_ (kind, &c);
  *chunk = c;
}

/* Widen COUNT integers of 4 bytes to elements of 8 bytes, in place: from the
   end, so that none is overwritten before it moves.  */
static void
widen (int64_t *values, int count)
{
  const int32_t *narrow = (const int32_t *)values;
  for (int i = count - 1; i >= 0; i--)
    {
      int32_t value;
      __builtin_memcpy (&value, narrow + i, sizeof (value));
      values[i] = value;
    }
}

void
omp_get_place_proc_ids_ (const int32_t *place, int32_t *ids)
{
  omp_get_place_proc_ids (*place, ids);
}

void
omp_get_place_proc_ids_8_ (const int64_t *place, int64_t *ids)
{
  int number = gomp_fortran_int (*place);
  omp_get_place_proc_ids (number, (int *)ids);
  widen (ids, omp_get_place_num_procs (number));
}

void
omp_get_partition_place_nums_ (int32_t *numbers)
{
  omp_get_partition_place_nums (numbers);
}

void
omp_get_partition_place_nums_8_ (int64_t *numbers)
{
  omp_get_partition_place_nums ((int *)numbers);
  widen (numbers, omp_get_partition_num_places ());
}

int32_t
omp_pause_resource_all_ (const int32_t *kind)
{
  return omp_pause_resource_all ((omp_pause_resource_t)*kind);
}

int32_t
omp_control_tool_ (const int32_t *command, const int32_t *modifier, void *arg)
{
  return gomp_ompt_control (*command, *modifier, arg,
                            __builtin_return_address (0));
}

intptr_t
omp_init_allocator_ (const intptr_t *space, const int32_t *count,
                     const omp_alloctrait_t *traits)
{
  return (intptr_t)omp_init_allocator ((omp_memspace_handle_t)*space, *count,
                                       traits);
}

intptr_t
omp_init_allocator_8_ (const intptr_t *space, const int64_t *count,
                       const omp_alloctrait_t *traits)
{
  return (intptr_t)omp_init_allocator ((omp_memspace_handle_t)*space,
                                       gomp_fortran_int (*count), traits);
}

void
omp_destroy_allocator_ (const intptr_t *allocator)
{
  omp_destroy_allocator ((omp_allocator_handle_t)*allocator);
}

void
omp_set_default_allocator_ (const intptr_t *allocator)
{
  omp_set_default_allocator ((omp_allocator_handle_t)*allocator);
}

intptr_t
omp_get_default_allocator_ (void)
{
  return (intptr_t)omp_get_default_allocator ();
}
