/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "2 3 4 8" } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */
/* { dg-skip-stock "waits for the thread that left" } */
/* A thread lets others copy its object.  It stays in its cancelled region until
   they have copied it: the object would end with the region.  */

#include "../libgomp.c/check.h"

#include <omp.h>
#include <unistd.h>

#define REGIONS 50

struct object
{
  volatile int value = 0;
  object () {}
  ~object () { value = -1; }
  object &
  operator= (const object &other)
  {
    usleep (200);
    CHECK (other.value == 7);
    value = 7;
    return *this;
  }
};

int
main ()
{
  for (int i = 0; i < REGIONS; i++)
    {
      object o;
#pragma omp parallel private(o)
      {
        if (omp_get_thread_num () == 0)
          {
#pragma omp cancel parallel
          }
#pragma omp single copyprivate(o)
        o.value = 7;
        CHECK (o.value == 7);
      }
    }
  return 0;
}
