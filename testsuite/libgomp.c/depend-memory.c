/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* However many tasks with dependences a thread makes, only few of them wait at
   a time, and the library frees what it knew of the others.  */
/* { dg-do run } */
/* { dg-threads "2 4" } */
/* { dg-skip-stock "it takes long, and more memory" } */

#include <omp.h>
#include <stdio.h>

#include "check.h"
#include "peak.h"

#define TASKS 100000

int
main (void)
{
  static int places[8];
  long done = 0;
  long before = peak ();
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < TASKS; i++)
    {
      int *a = &places[i % 8], *b = &places[(i + 3) % 8];
#pragma omp task depend(in : *a) depend(inout : *b) shared(done)
      {
#pragma omp atomic
        done++;
      }
    }
  printf ("%ld KiB more\n", peak () - before);
  CHECK (done == TASKS && peak () - before < 16 * 1024);
  return 0;
}
