/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Dispatch with arguments that become addresses of the device.  { since 15 } */
#include <omp.h>
#include <stddef.h>

static int calls;
static void
on_device (int *p, int n)
{
  calls += n;
  omp_target_memset (p, 1, n * sizeof (int), omp_get_default_device ());
}
#pragma omp declare variant(on_device) match(construct = { dispatch })         \
    adjust_args(need_device_ptr : p)
void
base (int *p, int n)
{
  for (int i = 0; i < n; i++)
    p[i] = -1;
}

int
main (void)
{
  int x[4] = { 0 };
#pragma omp target data map(tofrom : x)
  {
#pragma omp dispatch
    base (x, 4);
  }
  if (calls != 4 || x[0] != 0x01010101 || x[3] != 0x01010101)
    return 1;
#pragma omp dispatch novariants(1)
  base (x, 4);
  if (calls != 4 || x[3] != -1)
    return 2;
  int *d = omp_target_alloc (sizeof (x), omp_get_default_device ());
  if (d == NULL)
    return 3;
#pragma omp dispatch is_device_ptr(d) device(omp_get_default_device ())
  base (d, 4);
  omp_target_memcpy (x, d, sizeof (x), 0, 0, omp_get_initial_device (),
                     omp_get_default_device ());
  omp_target_free (d, omp_get_default_device ());
  return calls != 8 || x[2] != 0x01010101;
}
