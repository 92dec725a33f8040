/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-O2 -fopenacc" } */
/* Memory of acc_malloc, with and without a mapping, filled by copies and by
   regions.  */

#include <openacc.h>

#define N 100

int
main (void)
{
  int a[N], b[N], *d = acc_malloc (sizeof (a)), *e = acc_malloc (sizeof (b));
  for (int i = 0; i < N; i++)
    a[i] = i;
  acc_memcpy_to_device (d, a, sizeof (a));
#pragma acc parallel loop deviceptr(d, e)
  for (int i = 0; i < N; i++)
    e[i] = 2 * d[i];
  acc_map_data (b, e, sizeof (b));
#pragma acc parallel loop present(b)
  for (int i = 0; i < N; i++)
    b[i]++;
  acc_update_self (b, sizeof (b));
  acc_unmap_data (b);
  int bad = 0;
  for (int i = 0; i < N; i++)
    bad |= b[i] != 2 * i + 1;
#pragma acc parallel loop deviceptr(d) async(1)
  for (int i = 0; i < N; i++)
    d[i]--;
  acc_memcpy_from_device_async (a, d, sizeof (a), 1);
  acc_wait (1);
  for (int i = 0; i < N; i++)
    bad |= a[i] != i - 1;
  acc_free (d);
  acc_free (e);
  return bad;
}
