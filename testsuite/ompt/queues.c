/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads of the library do the work of OpenACC's queues.  When the program
   ends, they are idle.  */

#include <stdlib.h>

int
main (void)
{
  int sum[3] = { 0 };
#pragma acc data copy(sum)
  {
    for (int i = 0; i < 30; i++)
#pragma acc parallel async(i % 3) present(sum) copyin(i)
      sum[i % 3] += i;
#pragma acc wait
  }
  if (sum[0] + sum[1] + sum[2] != 435)
    abort ();
  return 0;
}
