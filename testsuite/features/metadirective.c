/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Metadirectives that ask for the kind of the device, and for a condition when
   they are reached.  { since 15 } */
#include <omp.h>

#pragma omp declare target
static int
kind (void)
{
  int answer = 0;
#pragma omp metadirective when(device = { kind(nohost) } : parallel            \
                               num_threads(2) reduction(+ : answer))           \
    otherwise(nothing)
  answer += omp_get_num_threads () == 2 || !omp_in_parallel () ? 10 : 1000;
  return answer;
}
#pragma omp end declare target

static int
threads (int many)
{
  int count = 0;
#pragma omp target map(tofrom : count)
#pragma omp metadirective when(user = { condition(many > 1) } : parallel       \
                               num_threads(2) reduction(+ : count))            \
    otherwise(single)
  count++;
  return count;
}

int
main (void)
{
  int r = 0, host = 1;
#pragma omp target map(from : r, host)
  {
    r = kind ();
    host = omp_is_initial_device ();
  }
  return r != (host ? 10 : 20) || kind () != 10 || threads (1) != 1
         || threads (2) < 1;
}
