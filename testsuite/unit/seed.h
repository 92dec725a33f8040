/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* For random tests: another run each time, which its seed repeats.

     int main (int argc, char **argv)
     { unsigned seed = seed_of_run (argc, argv); ... draw (&seed, 10) ... }

   The seed is the program's argument or that of the environment (SEED=n), else
   the time; it is printed.  */

#ifndef UNIT_SEED_H
#define UNIT_SEED_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline unsigned
seed_of_run (int argc, char **argv)
{
  struct timespec now;
  clock_gettime (CLOCK_REALTIME, &now);
  unsigned seed = (unsigned)now.tv_nsec / 1000 % 1000000;
  const char *given = argc > 1 ? argv[1] : getenv ("SEED");
  if (given != NULL)
    seed = (unsigned)strtoul (given, NULL, 0);
  printf ("seed %u (SEED=%u repeats this run)\n", seed, seed);
  fflush (stdout);
  return seed;
}

/* A number below LIMIT.  */
static inline unsigned
draw (unsigned *seed, unsigned limit)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (unsigned)((unsigned long long)(*seed >> 8) * limit >> 24);
}

#endif
