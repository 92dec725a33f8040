/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-options "-O1 -g -fsanitize=thread" } */
/* { dg-require-effective-target tsan } */
/* { dg-skip-stock "the stock runtime writes no trace" } */
/* { dg-set-target-env-var GOMP_OFFLOAD_TRACE "tsan-traced-%p.json" } */
/* { dg-threads "1 4" } */
/* { dg-not-output "ThreadSanitizer" } */
/* A program for ThreadSanitizer is traced.  The thread that writes the trace
   reads the records of other threads, which is no race of the program's.  */

#include <omp.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

#define N 64

static void
work (void)
{
  static int x[8][N];
#pragma omp parallel
  {
    int *own = x[omp_get_thread_num ()];
#pragma omp target map(tofrom : own [0:N])
    for (int i = 0; i < N; i++)
      own[i]++;
#pragma omp target nowait map(tofrom : own [0:N])
    own[0]--;
#pragma omp taskwait
  }
}

/* Until it was written three times.  */
int
main (void)
{
  char name[64];
  struct stat file;
  off_t size = 0;
  snprintf (name, sizeof name, "tsan-traced-%d.json", (int)getpid ());
  for (int times = 0; times < 3; usleep (1000))
    {
      work ();
      if (stat (name, &file) != 0 || file.st_size == size)
        continue;
      size = file.st_size;
      times++;
    }
  CHECK (unlink (name) == 0);
  return 0;
}
