/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Data that a region gets by value: firstprivate, private, scalars without a
   clause, defaultmap.  */

#include "target-check.h"

struct big
{
  int head;
  double body[200];
  char tail;
};

static void
scalars_without_clause (void)
{
  char c = 1;
  short s = 2;
  int i = 3, out = 0;
  long long ll = 4;
  float f = 5;
  double d = 6;
  long double ld = 7;
  _Complex double z = 8;
#ifdef __SIZEOF_INT128__
  __int128 wide = 9;
#else
  long long wide = 9;
#endif

#pragma omp target map(from : out)
  {
    out = (int)(c + s + i + ll + f + d + ld + (double)z + (double)wide);
    i = 100;
    ll = 100;
  }
  CHECK (out == 45);
  CHECK (i == 3 && ll == 4);
}

static void
arrays_and_structs (void)
{
  struct big big = { 1, { 0 }, 'x' };
  int array[50], sum = 0;

  for (int i = 0; i < 50; i++)
    array[i] = i;
  big.body[199] = 2.5;
#pragma omp target firstprivate(big, array) map(tofrom : sum)
  {
    for (int i = 0; i < 50; i++)
      sum += array[i];
    sum += big.head + (int)(2 * big.body[199]) + (big.tail == 'x');
    big.head = 9;
    array[0] = 9;
  }
  CHECK (sum == 50 * 49 / 2 + 1 + 5 + 1);
  CHECK (big.head == 1 && array[0] == 0);
}

static void
private_is_new (void)
{
  int value = 5, copy = 0;

#pragma omp target private(value) map(from : copy)
  {
    value = 7;
    copy = value;
  }
  CHECK (value == 5 && copy == 7);
}

static void
defaultmap_scalar (void)
{
  int counter = 1;
  double x = 1;

#pragma omp target defaultmap(tofrom : scalar)
  {
    counter++;
    x += 0.5;
  }
  CHECK (counter == 2 && x == 1.5);
}

static void
variable_length_firstprivate (int n)
{
  int array[n], sum = 0;

  for (int i = 0; i < n; i++)
    array[i] = 1;
#pragma omp target firstprivate(array) map(tofrom : sum)
  for (int i = 0; i < n; i++)
    {
      sum += array[i];
      array[i] = 0;
    }
  CHECK (sum == n && array[0] == 1 && array[n - 1] == 1);
}

static void
aligned_by_value (void)
{
  struct
  {
    _Alignas(64) int value;
  } a = { 1 }, b = { 2 };
  int sum = 0, aligned = 0;

#pragma omp target firstprivate(a, b) map(from : sum, aligned)
  {
    sum = a.value + b.value;
    aligned = ((unsigned long)&a | (unsigned long)&b) % 64 == 0;
  }
  CHECK (sum == 3 && aligned);
}

int
main (void)
{
  scalars_without_clause ();
  arrays_and_structs ();
  private_is_new ();
  defaultmap_scalar ();
  variable_length_firstprivate (77);
  aligned_by_value ();
  return 0;
}
