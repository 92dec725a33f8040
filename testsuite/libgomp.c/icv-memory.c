/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A task that sets control variables before each of its children does not use
   ever more memory.  */
/* { dg-do run } */
/* { dg-threads "1 2" } */
/* { dg-sanitizer-options "quarantine_size_mb=0" } */

#include <omp.h>
#include <stdio.h>

#include "check.h"
#include "peak.h"

/* KiB.  ThreadSanitizer has four bytes for each byte that was ever in use.  */
#ifdef __SANITIZE_THREAD__
#  define MOST (64 * 1024)
#else
#  define MOST (16 * 1024)
#endif

static int wrong;

static void
change (int rounds)
{
  for (int i = 1; i <= rounds; i++)
    {
      omp_set_num_threads (i);
#pragma omp task firstprivate(i)
      if (omp_get_max_threads () != i)
#pragma omp atomic write
        wrong = 1;
      if (i % 16 == 0)
        {
#pragma omp taskwait
        }
    }
}

int
main (void)
{
  change (1000);
#pragma omp parallel
#pragma omp single
  change (1000);
  long before = peak ();
  change (500000);
  omp_set_num_threads (2);
#pragma omp parallel
#pragma omp single
  change (500000);
  printf ("%ld KiB more\n", peak () - before);
  CHECK (!wrong && peak () - before <= MOST);
  return 0;
}
