/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Critical regions, named and unnamed, and atomic updates of every size exclude
   each other as they must.  */

#include <omp.h>

#include "check.h"

#define ROUNDS 1000

static long unnamed, first, second, small;
/* Other processors refuse what gcc makes of atomic operations on it.  */
#if defined __x86_64__ || defined __i386__
#  define PACKED __attribute__ ((packed))
#else
#  define PACKED
#endif
static long double wide;
static struct
{
  char pad;
  double unaligned;
} PACKED odd;
static _Complex double pair;

int
main (void)
{
  int n = 0;

#pragma omp parallel reduction(+ : n)
  {
    n = 1;
    for (int i = 0; i < ROUNDS; i++)
      {
#pragma omp critical
        unnamed++;
#pragma omp critical(one)
        first++;
#pragma omp critical(two)
        {
          second++;
#pragma omp critical(one)
          first++;
        }
#pragma omp atomic
        small++;
#pragma omp atomic
        wide += 1;
#pragma omp atomic
        odd.unaligned += 1;
#pragma omp critical(pair)
        pair += 1;
      }
  }
  CHECK (unnamed == (long)n * ROUNDS && first == 2L * n * ROUNDS);
  CHECK (second == (long)n * ROUNDS && small == (long)n * ROUNDS);
  CHECK (wide == (long double)n * ROUNDS);
  CHECK (odd.unaligned == (double)n * ROUNDS);
  CHECK (__real__ pair == (double)n * ROUNDS);
  return 0;
}
