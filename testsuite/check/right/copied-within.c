/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory whose values, any of them, come from the same device, to another place
   and to one that overlaps.  */

#include <omp.h>
#include <stddef.h>

#define N 4096

int
main (void)
{
  int device = omp_get_default_device (), host = omp_get_initial_device ();
  size_t moved = N / 2 + 1;
  unsigned char from[N];
  unsigned char *first = omp_target_alloc (N + moved, device);
  unsigned char *second = omp_target_alloc (N, device);
  long bad = 0;

  for (int i = 0; i < N; i++)
    from[i] = (unsigned char)(i * 7 + i / 256);
  if (omp_target_memcpy (first, from, N, 0, 0, device, host) != 0
      || omp_target_memcpy (second, first, N, 0, 0, device, device) != 0
      || omp_target_memcpy (first, first, N, moved, 0, device, device) != 0)
    return 2;
#pragma omp target is_device_ptr(first, second) map(tofrom : bad)
  for (int i = 0; i < N; i++)
    bad += first[moved + i] != (unsigned char)(i * 7 + i / 256)
           || second[i] != (unsigned char)(i * 7 + i / 256);
  omp_target_free (first, device);
  omp_target_free (second, device);
  return bad != 0;
}
