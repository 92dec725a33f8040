/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sums and products of sizes that come from a program, which may have any
   value: a negative length of an array section is nearly 2^64.

   A result that does not fit is SIZE_MAX, so an allocation of that size
   fails.  */

#ifndef GOMP_BASE_SIZES_H
#define GOMP_BASE_SIZES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

static inline size_t
gomp_size_sum (size_t a, size_t b)
{
  size_t sum;
  return unlikely (__builtin_add_overflow (a, b, &sum)) ? SIZE_MAX : sum;
}

static inline size_t
gomp_size_product (size_t a, size_t b)
{
  size_t product;
  return unlikely (__builtin_mul_overflow (a, b, &product)) ? SIZE_MAX
                                                            : product;
}

/* The next multiple of ALIGN, a power of two.  */
static inline size_t
gomp_size_round_up (size_t size, size_t align)
{
  size_t most = SIZE_MAX - (align - 1);
  return unlikely (size > most) ? SIZE_MAX
                                : (size + align - 1) & ~(align - 1);
}

/* Can an object of SIZE bytes be at START?  An object is smaller than half the
   address space, and the byte after it must have an address.  */
static inline bool
gomp_size_fits_at (uintptr_t start, size_t size)
{
  uintptr_t end;
  return likely (size <= PTRDIFF_MAX)
         && likely (!__builtin_add_overflow (start, size, &end));
}

#endif
