/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "what the manual says of this library" } */
/* Which tasks run while they are made, as the manual says.  */

#include "check.h"

#include <omp.h>

#define DEPTH 64

static int deepest;

/* Is the child done when its construct ends?  */
static void
descend (int depth)
{
  volatile int done = 0;
#pragma omp task shared(done)
  {
    if (depth > deepest)
      deepest = depth;
    if (depth < 2 * DEPTH)
      descend (depth + 1);
    done = 1;
  }
  CHECK (done || depth > DEPTH);
  CHECK (!done || depth != DEPTH + 1);
#pragma omp taskwait
  CHECK (done);
}

static void
alone (void)
{
#pragma omp parallel num_threads(1)
  {
    int done = 0, x = 0;
#pragma omp task shared(done)
    done = 1;
    CHECK (done == 1);
#pragma omp taskloop shared(done) nogroup
    for (int i = 0; i < 4; i++)
      done++;
    CHECK (done == 5);
#pragma omp task depend(out : x) shared(done)
    done++;
    CHECK (done == 6);
    descend (1);
  }
  CHECK (deepest == 2 * DEPTH);
}

static void
outside (void)
{
  int done = 0;
#pragma omp task shared(done)
  done = 1;
  CHECK (done == 1);
}

static void
in_final (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task final(1)
  {
    int done = 0;
#pragma omp task shared(done)
    done = 1;
    CHECK (done == 1);
  }
}

/* Nobody takes tasks here: the other thread waits at the end.  */
static void
many (void)
{
  static volatile int at_once;
  static int over;
  int deferred = 0, first = 1;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
        for (int i = 0; i < 4096; i++)
          {
            at_once = 0;
#pragma omp task firstprivate(i)
            {
              if (omp_get_thread_num () == 0)
                at_once = 1;
              for (volatile int j = 0; j < 100; j++)
                ;
            }
            deferred += !at_once;
            first &= i > 0 || !at_once;
          }
#pragma omp atomic write
        over = 1;
      }
    else
      for (int seen = 0; !seen;)
        {
#pragma omp atomic read
          seen = over;
        }
  }
  CHECK (first);
  CHECK (deferred >= 64 && deferred <= 1024);
}

int
main (void)
{
  alone ();
  outside ();
  in_final ();
  many ();
  return 0;
}
