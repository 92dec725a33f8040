/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* omp_target_memcpy_rect fills a matrix on the device by blocks.  */

#include <omp.h>
#include <stddef.h>

#define N 6
#define M 8

int
main (void)
{
  int d = omp_get_default_device (), h = omp_get_initial_device ();
  int a[N][M], b[N][M] = { { 0 } }, bad = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      a[i][j] = i * M + j;
  int *p = omp_target_alloc (sizeof (a), d);
  for (size_t i = 0; i < N; i += 3)
    for (size_t j = 0; j < M; j += 4)
      omp_target_memcpy_rect (p, a, sizeof (int), 2, (size_t[]){ 3, 4 },
                              (size_t[]){ i, j }, (size_t[]){ i, j },
                              (size_t[]){ N, M }, (size_t[]){ N, M }, d, h);
#pragma omp target is_device_ptr(p)
  for (int i = 0; i < N * M; i++)
    p[i]++;
  omp_target_memcpy (b, p, sizeof (b), 0, 0, h, d);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      bad |= b[i][j] != a[i][j] + 1;
  omp_target_free (p, d);
  return bad;
}
