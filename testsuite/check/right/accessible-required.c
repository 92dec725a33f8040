/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-require-effective-target own_device } */
/* A program that requires shared memory asks what it may use: the answer is the
   same as without the checker.  */
/* { dg-set-target-env-var OFFLOAD_EMUL_SHARED "1" } */

#include <omp.h>
#include <stdlib.h>

extern int omp_target_is_accessible (const void *, size_t, int);

int
main (void)
{
  int on_stack = 1, *heap = malloc (100 * sizeof *heap);
  if (heap == NULL
      || !omp_target_is_accessible (heap, 100 * sizeof *heap, 0)
      || !omp_target_is_accessible (&on_stack, sizeof on_stack, 0)
      || !omp_target_is_accessible (heap, 1, omp_get_initial_device ())
      || omp_target_is_accessible (heap, 1, omp_get_num_devices () + 1))
    abort ();
  free (heap);
  return 0;
}
