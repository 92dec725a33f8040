/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Locks of OpenMP 2.5, which programs of GCC 4.3 and older use: they are
   smaller, and nestable ones belong to threads.  C and Fortran.  */

#include <omp.h>
#include <sched.h>

#include "check.h"
#include "old-locks.h"

enum
{
  ROUNDS = 500
};
static volatile int counter, nested;
/* What must not be written lies around the locks.  */
static struct
{
  int before, lock, between, nest[2], after;
} c = { 11, 0, 12, { 0, 0 }, 13 }, fortran = { 11, 0, 12, { 0, 0 }, 13 };

#define USE(s, suffix)                                                         \
  counter = nested = 0;                                                        \
  old_omp_init_lock##suffix (&s.lock);                                         \
  old_omp_init_nest_lock##suffix (&s.nest);                                    \
  _Pragma ("omp parallel for") for (int i = 0; i < ROUNDS; i++)                \
  {                                                                            \
    if (i % 2 == 0)                                                            \
      old_omp_set_lock##suffix (&s.lock);                                      \
    else                                                                       \
      while (!old_omp_test_lock##suffix (&s.lock))                             \
        sched_yield ();                                                        \
    counter++;                                                                 \
    old_omp_unset_lock##suffix (&s.lock);                                      \
    old_omp_set_nest_lock##suffix (&s.nest);                                   \
    CHECK (old_omp_test_nest_lock##suffix (&s.nest) == 2);                     \
    nested++;                                                                  \
    old_omp_unset_nest_lock##suffix (&s.nest);                                 \
    old_omp_unset_nest_lock##suffix (&s.nest);                                 \
  }                                                                            \
  old_omp_set_lock##suffix (&s.lock);                                          \
  CHECK (!old_omp_test_lock##suffix (&s.lock));                                \
  old_omp_unset_lock##suffix (&s.lock);                                        \
  old_omp_destroy_lock##suffix (&s.lock);                                      \
  old_omp_destroy_nest_lock##suffix (&s.nest);                                 \
  CHECK (counter == ROUNDS && nested == ROUNDS);                               \
  CHECK (s.before == 11 && s.between == 12 && s.after == 13)

int
main (void)
{
  USE (c, );
  USE (fortran, _);
  return 0;
}
