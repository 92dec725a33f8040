/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* acc_memcpy_device, of GCC 16.  */
/* { dg-skip-stock "GCC 16" } */

#include "check.h"

#define N 100

int
main (void)
{
  int a[N], b[N];
  fill (a, N, 1);
  /* The program has device code.  */
#pragma acc parallel loop copy(a)
  for (int i = 0; i < N; i++)
    a[i] += 0;
  int *d = acc_malloc (sizeof (a)), *e = acc_malloc (sizeof (a));
  acc_memcpy_to_device (d, a, sizeof (a));
  acc_memcpy_device (e, d, sizeof (a));
  acc_memcpy_from_device (b, e, sizeof (b));
  CHECK (is_line (b, N, 1, 1));
  fill (a, N, 5);
  acc_memcpy_to_device_async (d, a, sizeof (a), 3);
  acc_memcpy_device_async (e, d, sizeof (a), 3);
  acc_memcpy_from_device_async (b, e, sizeof (b), 3);
  acc_wait (3);
  CHECK (is_line (b, N, 5, 1));
  acc_memcpy_device (e, d, 0);
  acc_memcpy_device (NULL, NULL, 0);
  acc_free (d);
  acc_free (e);
  return 0;
}
