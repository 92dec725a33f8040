/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Random tests: PROGRAM [SEED [FACTOR]] repeats the run of a seed and makes it
   so many times as long.  The seed is printed.  */

#ifndef UNIT_RANDOM_H
#define UNIT_RANDOM_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t random_seed = 1;
static long random_factor = 1;

static inline void
random_arguments (int argc, char **argv)
{
  if (argc > 1)
    random_seed = strtoull (argv[1], NULL, 0);
  if (argc > 2)
    random_factor = strtol (argv[2], NULL, 0);
  printf ("seed %llu, %ld times the usual length\n",
          (unsigned long long)random_seed, random_factor);
}

/* The start of stream NUMBER, a thread's for example.  */
static inline uint64_t
random_start (uint64_t number)
{
  uint64_t state = (random_seed * 1000003 + number) * 0x9e3779b97f4a7c15u;
  return state != 0 ? state : 1;
}

static inline unsigned
random_below (uint64_t *state, unsigned limit)
{
  /* xorshift (Marsaglia 2003).  */
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (unsigned)(*state >> 32) % limit;
}

/* ORDER becomes a random permutation of 0 to COUNT - 1.  */
static inline void
random_order (uint64_t *state, unsigned *order, unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    {
      unsigned k = random_below (state, i + 1);
      order[i] = order[k];
      order[k] = i;
    }
}

#endif
