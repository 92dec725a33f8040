/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "from GCC 13 and 14 on, or exported by this library only" }
 */
/* Routines that GCC 12's library lacks.  */

#include "check.h"

#include <omp.h>

extern void GOMP_add_alloc (void *);
extern _Bool GOMP_is_alloc (void *);

int
main (void)
{
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock_with_hint (&lock, omp_sync_hint_contended);
  omp_init_nest_lock_with_hint (&nest, omp_sync_hint_speculative);
  int sum = 0;
#pragma omp parallel num_threads(4)
  {
    omp_set_lock (&lock);
    omp_set_nest_lock (&nest);
    CHECK (omp_test_nest_lock (&nest) == 2);
    sum++;
    omp_unset_nest_lock (&nest);
    omp_unset_nest_lock (&nest);
    omp_unset_lock (&lock);
  }
  CHECK (sum == 4);
  omp_destroy_nest_lock (&nest);
  omp_destroy_lock (&lock);

  CHECK (omp_control_tool (omp_control_tool_flush, 0, NULL)
         == omp_control_tool_notool);

  CHECK (!omp_in_explicit_task ());
#pragma omp parallel num_threads(2)
  {
    CHECK (!omp_in_explicit_task ());
#pragma omp task
    CHECK (omp_in_explicit_task ());
  }

  int host = omp_get_initial_device ();
  CHECK (omp_get_mapped_ptr (&sum, host) == &sum);
  CHECK (omp_get_mapped_ptr (&sum, omp_initial_device) == &sum);
  CHECK (omp_get_mapped_ptr (&sum, host + 1) == NULL);
  CHECK (omp_target_is_accessible (&sum, sizeof sum, host));
  CHECK (!omp_target_is_accessible (&sum, sizeof sum, host + 1));

  GOMP_add_alloc (&sum);
  GOMP_add_alloc (NULL);
  CHECK (GOMP_is_alloc (&sum) && !GOMP_is_alloc (&sum));
  CHECK (!GOMP_is_alloc (NULL) && !GOMP_is_alloc (&lock));
  return 0;
}
