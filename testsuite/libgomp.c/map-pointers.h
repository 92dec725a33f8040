/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* For target-map-pointers: regions that reach four elements by given clauses.
   In C and C++.  */

#ifndef MAP_POINTERS_H
#define MAP_POINTERS_H

#include "check.h"

/* Reads element 1 of X and writes two, by the clauses that follow.  */
#define READ(x, ...)                                                          \
  do                                                                          \
    {                                                                         \
      int ok = 0;                                                             \
      SET (x);                                                                \
      PRAGMA (omp target map (tofrom: __VA_ARGS__) map (from: ok))            \
      READ_TWO (x);                                                           \
      CHECK (ok && is_right (x));                                             \
    }                                                                         \
  while (0)
/* The same, also where target data has mapped it.  (GCC 12 cannot compile that
   for all clauses.)  */
#define READ_TWICE(x, ...)                                                    \
  do                                                                          \
    {                                                                         \
      READ (x, __VA_ARGS__);                                                  \
      SET (x);                                                                \
      int ok = 0;                                                             \
      PRAGMA (omp target data map (tofrom: __VA_ARGS__))                      \
      {                                                                       \
        PRAGMA (omp target map (tofrom: __VA_ARGS__) map (from: ok))          \
        READ_TWO (x);                                                         \
      }                                                                       \
      CHECK (ok && is_right (x));                                             \
    }                                                                         \
  while (0)
#define SET(x)                                                                \
  for (int i_ = 0; i_ < 4; i_++)                                              \
    (x)[i_] = i_ + 1
#define READ_TWO(x)                                                           \
  {                                                                           \
    ok = (x)[1] == 2 && (x)[2] == 3;                                          \
    (x)[1] = 22;                                                              \
    (x)[2]++;                                                                 \
  }
#define PRAGMA(...) PRAGMA_OF (__VA_ARGS__)
#define PRAGMA_OF(...) _Pragma (#__VA_ARGS__)

static int
is_right (const short *x)
{
  return x[0] == 1 && x[1] == 22 && x[2] == 4 && x[3] == 4;
}

#endif
