/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A volatile variable, and one of declare target that is updated.  */

#pragma omp declare target
volatile int flag;
#pragma omp end declare target

int
main (void)
{
  volatile int steps = 3;
  int seen = 0;
  flag = 7;
#pragma omp target update to(flag)
#pragma omp target map(tofrom : steps, seen)
  {
    while (steps > 0)
      {
        steps--;
        seen += flag;
      }
    flag = seen;
  }
#pragma omp target update from(flag)
  return flag != 21 || steps != 0;
}
