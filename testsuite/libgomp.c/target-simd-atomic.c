/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Atomic constructs inside simd loops of regions: each operation, on variables
   of each kind, in each construct that has simd.  GCC 12.2 with a compiler for
   nvptx devices gives the host's version of such a loop a null address.  */

#include "target-check.h"

#define N 96
#define SUM (N * (N - 1) / 2)

struct pair
{
  int first;
  struct
  {
    long last[3];
  } inner;
};

#pragma omp declare target
static int global;
static long table[4];

static void
add_all (int *sum, const int *values)
{
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
#pragma omp atomic
      *sum += values[i];
#pragma omp atomic
      global += values[i];
#pragma omp atomic
      table[2] += values[i];
    }
}
#pragma omp end declare target

static int values[N];

static void
operations (void)
{
  int x = 0, least = N, read = 0, seen = 0, swaps = 0;
  unsigned char narrow = 0;
  unsigned long long wide = 0;
  double real = 0;
  float product = 1;

#pragma omp target map(tofrom                                                  \
                       : x, least, read, seen, swaps, narrow, wide)            \
    map(tofrom                                                                 \
        : real, product) map(to                                                \
                             : values)
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      int before, now;
#pragma omp atomic
      x += values[i];
#pragma omp atomic write
      read = 17;
#pragma omp atomic read
      now = read;
#pragma omp atomic
      seen += now == 17;
#pragma omp atomic capture
      {
        before = swaps;
        swaps++;
      }
#pragma omp atomic
      least -= before >= 0;
#pragma omp atomic
      narrow++;
#pragma omp atomic
      wide ^= 1ull << i % 64;
#pragma omp atomic
      real += 0.5;
#pragma omp atomic
      product *= -1;
    }
  CHECK (x == SUM && read == 17 && seen == N && swaps == N && least == 0);
  CHECK (narrow == N && wide == 0xffffffff00000000ull && real == N / 2);
  CHECK (product == 1);
}

static void
places (int *pointer, struct pair *object)
{
  static int fixed;
  int array[4] = { 0 }, k = 2;
  struct pair own = { 0 };

  fixed = 0;
#pragma omp target map(tofrom                                                  \
                       : pointer [0:2], object [0:1], array, own, fixed)       \
    map(to                                                                     \
        : values)
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
#pragma omp atomic
      *pointer += values[i];
#pragma omp atomic
      pointer[1] += values[i];
#pragma omp atomic
      object->inner.last[1] += values[i];
#pragma omp atomic
      array[0] += values[i];
#pragma omp atomic
      array[k] += values[i];
#pragma omp atomic
      array[i % 2 ? 1 : 3] += values[i];
#pragma omp atomic
      own.first += values[i];
#pragma omp atomic
      own.inner.last[2] += values[i];
#pragma omp atomic
      fixed += values[i];
    }
  CHECK (pointer[0] == SUM && pointer[1] == SUM);
  CHECK (object->inner.last[1] == SUM && own.first == SUM);
  CHECK (own.inner.last[2] == SUM && fixed == SUM);
  CHECK (array[0] == SUM && array[2] == SUM && array[1] + array[3] == SUM);
}

static void
constructs (void)
{
  int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;

#pragma omp target parallel for simd map(tofrom : a) map(to : values)
  for (int i = 0; i < N; i++)
    {
#pragma omp atomic
      a += values[i];
    }
#pragma omp target teams distribute parallel for simd map(tofrom               \
                                                          : b) map(to          \
                                                                   : values)
  for (int i = 0; i < N; i++)
    {
#pragma omp atomic
      b += values[i];
    }
#pragma omp target teams distribute simd map(tofrom : c) map(to : values)
  for (int i = 0; i < N; i++)
    {
#pragma omp atomic
      c += values[i];
    }
#pragma omp target simd collapse(2) map(tofrom : d) map(to : values)
  for (int i = 0; i < N / 8; i++)
    for (int j = 0; j < 8; j++)
      {
#pragma omp atomic
        d += values[8 * i + j];
      }
#pragma omp target parallel map(tofrom : e, f) map(to : values)
  {
#pragma omp for simd schedule(dynamic, 5)
    for (int i = 0; i < N; i++)
      {
#pragma omp atomic
        e += values[i];
      }
#pragma omp single
#pragma omp simd
    for (int i = 0; i < N; i++)
      {
#pragma omp atomic
        f += values[i];
      }
  }
  CHECK (a == SUM && b == SUM && c == SUM && d == SUM && e == SUM && f == SUM);
}

static void
functions (void)
{
  int x = 0, from_global = 0;
  long from_table = 0;

#pragma omp target map(tofrom                                                  \
                       : x) map(from                                           \
                                : from_global, from_table) map(to              \
                                                               : values)
  {
    add_all (&x, values);
    from_global = global;
    from_table = table[2];
  }
  CHECK (x == SUM && from_global == SUM && from_table == SUM);
}

int
main (void)
{
  int two[2] = { 0 };
  struct pair object = { 0 };

  for (int i = 0; i < N; i++)
    values[i] = i;
  operations ();
  places (two, &object);
  constructs ();
  functions ();
  return 0;
}
