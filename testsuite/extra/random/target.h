/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the programs of target.py have in common.  Without -fopenmp memory of a
   device is the host's, and nothing is mapped.  */

#ifndef EXTRA_RANDOM_TARGET_H
#define EXTRA_RANDOM_TARGET_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#  include <omp.h>
#  define openmp 1
#else
#  define openmp 0
#  define omp_get_num_devices() 0
#  define omp_get_initial_device() 0
#  define omp_target_alloc(size, device) malloc (size)
#  define omp_target_free(pointer, device) free (pointer)
#  define omp_target_is_present(pointer, device) 1
#  define omp_target_associate_ptr(host, there, size, offset, device) 0
#  define omp_target_disassociate_ptr(host, device) 0
#  define omp_target_memcpy(to, from, size, to_offset, from_offset, d, s)      \
    (memmove ((char *)(to) + (to_offset), (char *)(from) + (from_offset),      \
              size),                                                           \
     0)
#endif

typedef unsigned long long ull;

/* Members that are references to pointers, and their values.  */
#ifdef __cplusplus
#  define REFERENCE &
#  define VALUES(...) __VA_ARGS__
#else
#  define REFERENCE
#  define VALUES(...)
#endif

struct pair
{
  ull sum, bits;
};

#pragma omp declare reduction(join                                             \
                              : struct pair                                    \
                              : omp_out.sum += omp_in.sum,                     \
                                omp_out.bits ^= omp_in.bits)                   \
    initializer(omp_priv = { 0, 0 })

#pragma omp declare target
#pragma acc routine seq
__attribute__ ((noinline)) static ull
scramble (ull x)
{
  return (x ^ x >> 7) * 37 + 11;
}
#pragma omp end declare target

static int failures;
static int offload; /* is there a second device */
static int device[2];
static volatile int never;

static inline void
check (int number, ull got, ull wanted)
{
  if (got == wanted)
    return;
  printf ("check %d: %llu instead of %llu\n", number, got, wanted);
  failures++;
}

static inline void
find_devices (void)
{
  offload = omp_get_num_devices () > 1;
  for (int i = 0; i < 2; i++)
    device[i] = offload ? i : omp_get_initial_device ();
}

static inline int
present (const void *pointer, int number)
{
#ifdef _OPENMP
  return omp_target_is_present (pointer, device[number]);
#else
  return 1;
#endif
}

static inline int
copy (void *to, const void *from, size_t size, size_t to_offset,
      size_t from_offset, int to_device, int from_device)
{
  return omp_target_memcpy (to, (void *)from, size, to_offset, from_offset,
                            to_device, from_device);
}

/* ROWS by COLUMNS of elements of SIZE bytes, between matrices of WIDTH and
   FROM_WIDTH columns, from the row and column of each that are given.  */
static inline int
copy_rectangle (void *to, const void *from, size_t size, size_t rows,
                size_t columns, size_t width, size_t from_width, size_t row,
                size_t column, size_t from_row, size_t from_column,
                int to_device, int from_device)
{
#ifdef _OPENMP
  size_t volume[2] = { rows, columns };
  size_t to_offsets[2] = { row, column };
  size_t from_offsets[2] = { from_row, from_column };
  size_t to_dimensions[2] = { row + rows, width };
  size_t from_dimensions[2] = { from_row + rows, from_width };

  return omp_target_memcpy_rect (to, (void *)from, size, 2, volume, to_offsets,
                                 from_offsets, to_dimensions, from_dimensions,
                                 to_device, from_device);
#else
  (void)to_device;
  (void)from_device;
  for (size_t i = 0; i < rows; i++)
    memmove ((char *)to + ((row + i) * width + column) * size,
             (const char *)from
                 + ((from_row + i) * from_width + from_column) * size,
             columns * size);
  return 0;
#endif
}

#define SUM(lvalue, first, end)                                                \
  ({                                                                           \
    ull sum_ = 0;                                                              \
    for (int i_ = (first); i_ < (end); i_++)                                   \
      sum_ = sum_ * 31 + (ull)(lvalue);                                        \
    sum_;                                                                      \
  })

#endif
