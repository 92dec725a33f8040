/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A child process works with its copy of what the parent has mapped.  */

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int
main (void)
{
  int *a = calloc (100, sizeof (int)), status = 1, bad;
#pragma omp target enter data map(to : a[0 : 100])
#pragma omp target
  a[1] = 1;
  if (fork () == 0)
    {
      for (int i = 0; i < 100; i++)
        a[i] += i;
      bad = a[1] != 1;
      free (a);
      _exit (bad);
    }
  wait (&status);
#pragma omp target exit data map(from : a[0 : 100])
  bad = a[1] != 1 || status != 0;
  free (a);
  return bad;
}
