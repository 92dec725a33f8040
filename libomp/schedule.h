/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The schedules of work-shared loops as the compiler numbers them.  */

#ifndef LIBOMP_SCHEDULE_H
#define LIBOMP_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

enum schedule
{
  STATIC_CHUNKED = 33,
  STATIC = 34,
  DYNAMIC_CHUNKED = 35,
  GUIDED_CHUNKED = 36,
  RUNTIME = 37,
  AUTO = 38,
  TRAPEZOIDAL = 39, /* like guided */
  STATIC_GREEDY = 40,
  STATIC_BALANCED = 41,
  GUIDED_ITERATIVE = 42,
  GUIDED_ANALYTICAL = 43,
  STEALING = 44,       /* dynamic */
  STATIC_ROUNDED = 45, /* blocks of multiples of the chunk size: simd */
  GUIDED_SIMD = 46,
  RUNTIME_SIMD = 47,
  /* An ordered loop has its schedule's number + 32, from 65 on.  */
  ORDERED_FIRST = 65,
  ORDERED_LAST = 72,
  ORDERED_OFFSET = 32,
  DISTRIBUTE_CHUNKED = 91, /* shared among the teams */
  DISTRIBUTE = 92,
  /* Schedules of loops, also ordered ones, whose chunks are never merged.  */
  UNMERGED_FIRST = 160,
  UNMERGED_OFFSET = 128,
  /* Bits of modifiers.  */
  MONOTONIC = 1 << 29,
  NONMONOTONIC = 1 << 30,
  MODIFIERS = MONOTONIC | NONMONOTONIC
};

/* The kind of SCHEDULE, without the bits that do not concern the
   distribution.  */
static inline int32_t
schedule_kind (int32_t schedule)
{
  schedule &= ~MODIFIERS;
  return schedule >= UNMERGED_FIRST ? schedule - UNMERGED_OFFSET : schedule;
}

/* Unsigned division: dividing 64-bit numbers costs several times as much on
   many processors.  */
static inline uint64_t
divide (uint64_t a, uint64_t b)
{
  if (((a | b) >> 32) == 0)
    return (uint32_t)a / (uint32_t)b;
  return a / b;
}

#endif
