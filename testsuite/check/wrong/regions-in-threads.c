/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Two threads of the host have regions on the device at the same time, which add
   to one variable.  Both regions wait until a third thread has seen both.  */

#include <omp.h>
#include <stdio.h>

int
main (void)
{
  static int count;
  int seen[3] = { 0 }, go = 1, host = omp_get_initial_device ();
  int *flags = omp_target_alloc (sizeof (seen), 0);
  omp_target_memcpy (flags, seen, sizeof (seen), 0, 0, 0, host);
#pragma omp target enter data map(to : count)
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num ();
    if (me < 2)
      {
#pragma omp target map(count) is_device_ptr(flags) /* { dg-check race } */
        {
          volatile int *flag = flags;
          count++;
          flag[me] = 1;
          while (flag[2] == 0)
            ;
        }
      }
    else
      {
        while (!seen[0] || !seen[1])
          omp_target_memcpy (seen, flags, sizeof (seen), 0, 0, host, 0);
        omp_target_memcpy (flags, &go, sizeof (go), 2 * sizeof (go), 0, 0,
                           host);
      }
  }
#pragma omp target exit data map(from : count)
  printf ("%d\n", count);
  omp_target_free (flags, 0);
  return 0;
}
