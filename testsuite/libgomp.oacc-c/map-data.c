/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What acc_map_data maps stays mapped until acc_unmap_data, whatever enters and
   exits meanwhile: it is never copied because of that, and its memory is the
   program's.  */

#include "check.h"

#define N 40

static int a[N], d_value = 100;
static int *d;

/* Is A still mapped to D, where each element is VALUE?  */
static void
expect (int value)
{
  CHECK (acc_is_present (a, sizeof (a)));
  CHECK (acc_deviceptr (a) == d && acc_hostptr (d) == a);
  int got[N];
  acc_memcpy_from_device (got, d, sizeof (got));
  for (int i = 0; i < N; i++)
    CHECK (got[i] == value && a[i] == -1);
}

static void
fill_device (int value)
{
#pragma acc parallel loop deviceptr(d) copyin(value)
  for (int i = 0; i < N; i++)
    d[i] = value;
}

static void
routines (void)
{
  CHECK (acc_copyin (a, sizeof (a)) == d);
  CHECK (acc_create (a + 3, sizeof (*a)) == d + 3);
  expect (d_value);
  acc_delete (a, sizeof (a));
  expect (d_value);
  acc_copyout (a, sizeof (a));
  acc_copyout (a, sizeof (a));
  expect (d_value);
  acc_delete_finalize (a, sizeof (a));
  acc_copyout_finalize (a, sizeof (a));
  acc_delete_async (a, sizeof (a), 2);
  acc_wait (2);
  expect (d_value);
}

static void
directives (void)
{
#pragma acc enter data copyin(a)
#pragma acc exit data copyout(a)
  expect (d_value);
#pragma acc exit data copyout(a) finalize
#pragma acc exit data delete (a)
  expect (d_value);
#pragma acc data copy(a)
  {
#pragma acc parallel loop copy(a)
    for (int i = 0; i < N; i++)
      a[i] = 7;
  }
  expect (7);
  /* Only update copies.  */
#pragma acc update device(a)
  expect (-1);
  fill_device (8);
#pragma acc update self(a)
  CHECK (a[0] == 8 && a[N - 1] == 8);
}

int
main (void)
{
  if (is_shared ())
    return 0;
  d = acc_malloc (sizeof (a));
  for (int round = 0; round < 3; round++)
    {
      for (int i = 0; i < N; i++)
        a[i] = -1;
      fill_device (d_value);
      acc_map_data (a, d, sizeof (a));
      routines ();
      directives ();
      acc_unmap_data (a);
      CHECK (!acc_is_present (a, sizeof (a)) && acc_deviceptr (a) == NULL);
      /* With references that nothing has given up.  */
      acc_map_data (a, d, sizeof (a));
      acc_copyin (a, sizeof (a));
#pragma acc enter data create(a)
      acc_unmap_data (a);
      CHECK (!acc_is_present (a, sizeof (a)));
    }
  /* A common mapping is a new one.  */
  a[0] = 5;
  CHECK (acc_copyin (a, sizeof (a)) != d);
  acc_delete (a, sizeof (a));
  CHECK (!acc_is_present (a, sizeof (a)));
  acc_free (d);
  return 0;
}
