/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* For random tests: each run is different, and its seed repeats it.

     int main (int argc, char **argv)
     {
       random_arguments (argc, argv);
       ...
     }
     uint64_t state = random_start (number);
     ... random_below (&state, 10) ...

   PROGRAM [SEED [FACTOR]]: the seed is the argument, or that of the environment
   (SEED=n), or the time; it is printed.  A test that can be made longer takes
   FACTOR times its usual time.  */

#ifndef UNIT_RANDOM_H
#define UNIT_RANDOM_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t random_seed;
static long random_factor = 1;

static inline void
random_arguments (int argc, char **argv)
{
  struct timespec now;
  clock_gettime (CLOCK_REALTIME, &now);
  random_seed = (uint64_t)now.tv_nsec / 1000 % 1000000;
  const char *given = argc > 1 ? argv[1] : getenv ("SEED");
  if (given != NULL)
    random_seed = strtoull (given, NULL, 0);
  if (argc > 2)
    random_factor = strtol (argv[2], NULL, 0);
  printf (
      "seed %llu (SEED=%llu repeats this run), %ld times the usual length\n",
      (unsigned long long)random_seed, (unsigned long long)random_seed,
      random_factor);
  fflush (stdout);
}

/* The start of stream NUMBER, a thread's for example.  */
static inline uint64_t
random_start (uint64_t number)
{
  uint64_t state = (random_seed * 1000003 + number) * 0x9e3779b97f4a7c15u;
  return state != 0 ? state : 1;
}

static inline uint64_t
random_next (uint64_t *state)
{
  /* xorshift (Marsaglia 2003).  */
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static inline unsigned
random_below (uint64_t *state, unsigned limit)
{
  return (unsigned)(random_next (state) >> 32) % limit;
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
