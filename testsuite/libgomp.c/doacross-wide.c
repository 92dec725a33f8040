/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-require-effective-target lp64 } */
/* An iteration is posted 2^32 after the one before while others wait.  */

#include "check.h"

#include <omp.h>
#include <stdbool.h>
#include <unistd.h>

extern bool GOMP_loop_doacross_dynamic_start (unsigned, long *, long, long *,
                                              long *);
extern bool GOMP_loop_dynamic_next (long *, long *);
extern void GOMP_doacross_post (long *);
extern void GOMP_doacross_wait (long, ...);
extern void GOMP_loop_end (void);

#define ROWS 4
#define COLUMNS (1L << 32)

static int done[ROWS];

/* Sources in the last column only.  The rows of the others begin meanwhile.  */
static void
row (long i)
{
  long last[] = { i, COLUMNS - 1 };
  usleep (20000);
  if (i > 0)
    {
      GOMP_doacross_wait (i - 1, COLUMNS - 1);
      CHECK (done[i - 1] == 1);
    }
  usleep (20000);
  done[i] = 1;
  GOMP_doacross_post (last);
}

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    long counts[] = { ROWS, COLUMNS }, from, to;
    if (GOMP_loop_doacross_dynamic_start (2, counts, 1, &from, &to))
      do
        for (long i = from; i < to; i++)
          row (i);
      while (GOMP_loop_dynamic_next (&from, &to));
    GOMP_loop_end ();
  }
  return 0;
}
