/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* The threads of a team change one object by member functions, which all that
   orders threads protects.  */

#include <omp.h>

#define CHECK(what) if (!(what)) __builtin_abort ()

#pragma omp declare target
struct total
{
  long value = 0;
  void
  add (const total &other)
  {
    value += other.value;
  }
};
#pragma omp end declare target
#pragma omp declare reduction(add : total : omp_out.add (omp_in))

struct counter
{
  int locked = 0, critical = 0, atomic = 0, ordered = 0, single = 0;
  void
  all (omp_lock_t &lock)
  {
    omp_set_lock (&lock);
    locked++;
    omp_unset_lock (&lock);
#pragma omp critical(counter)
    critical++;
#pragma omp atomic
    atomic++;
#pragma omp single
    single++;
  }
};

int
main ()
{
  counter c;
  total sum;
#pragma omp target map(tofrom : c, sum)
  {
    omp_lock_t lock;
    omp_init_lock (&lock);
#pragma omp parallel num_threads(4)
    {
      c.all (lock);
      c.all (lock);
#pragma omp for ordered reduction(add : sum)
      for (int i = 0; i < 100; i++)
        {
          sum.value += i;
#pragma omp ordered
          c.ordered++;
        }
#pragma omp sections
      {
#pragma omp section
        c.single += sum.value == 4950;
#pragma omp section
        c.ordered += sum.value == 4950;
      }
    }
    omp_destroy_lock (&lock);
  }
  CHECK (c.locked == 8 && c.critical == 8 && c.atomic == 8);
  CHECK (c.single == 3 && c.ordered == 101 && sum.value == 4950);
  return 0;
}
