/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A program for the device of plugin.c.  */

#include <omp.h>
#include <stdio.h>

#define N 1000

#pragma omp declare target
int calls;

static int
twice (int i)
{
  calls++;
  return 2 * i;
}
#pragma omp end declare target

int
main (void)
{
  int a[N], wrong = 0;
  for (int d = 0; d < omp_get_num_devices (); d++)
    {
      int elsewhere = 0;
      const int *original = a;
      for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp target device(d) map(tofrom : a, elsewhere) firstprivate(original)
      {
        elsewhere = original != a;
        for (int i = 0; i < N; i++)
          a[i] = twice (a[i]);
      }
      for (int i = 0; i < N; i++)
        wrong += a[i] != 2 * i;
      printf ("device %d: %s, %s\n", d, elsewhere ? "its memory" : "the host's",
              wrong == 0 ? "right" : "wrong");
    }
  printf ("%d devices, %d calls\n", omp_get_num_devices (), calls);
  return wrong != 0;
}
