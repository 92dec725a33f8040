/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Routines on data and on device memory.  */

#include "check.h"

#include <string.h>

#define N 100

static void
enter_and_exit (void)
{
  int a[N], shared = is_shared ();
  fill (a, N, 0);
  int *d = acc_copyin (a, sizeof (a));
  CHECK (d != NULL && (d == a) == shared);
  CHECK (acc_deviceptr (a) == d && acc_deviceptr (a + 10) == d + 10);
  CHECK (acc_hostptr (d) == a && acc_hostptr (d + 10) == a + 10);
  CHECK (acc_is_present (a, sizeof (a)) && acc_is_present (a + 5, 20));
  CHECK (!acc_is_present (a, 0) && !acc_is_present (NULL, 4));
  CHECK (acc_is_present (a, sizeof (a) + 4) == shared);
#pragma acc parallel loop present(a)
  for (int i = 0; i < N; i++)
    a[i] += 1;
  CHECK (acc_copyin (a, sizeof (a)) == d && acc_pcopyin (a + 1, 8) == d + 1);
  CHECK (acc_present_or_copyin (a, 4) == d && acc_create (a, 4) == d);
  CHECK (acc_pcreate (a, 4) == d && acc_present_or_create (a + 2, 4) == d + 2);
  for (int i = 0; i < 6; i++)
    {
      acc_delete (a, sizeof (a));
      CHECK (acc_is_present (a, sizeof (a)));
    }
  acc_copyout (a, sizeof (a));
  CHECK (acc_is_present (a, sizeof (a)) == shared);
  CHECK (is_line (a, N, 1, 1));
  CHECK (acc_deviceptr (a) == (shared ? a : NULL));
  acc_copyout (a, sizeof (a));
  acc_delete (a, sizeof (a));

  acc_create (a, sizeof (a));
  acc_create (a, sizeof (a));
#pragma acc parallel loop present(a)
  for (int i = 0; i < N; i++)
    a[i] = 7 * i;
  acc_copyout_finalize (a, sizeof (a));
  CHECK (acc_is_present (a, sizeof (a)) == shared && is_line (a, N, 0, 7));
  acc_copyin (a, sizeof (a));
  acc_copyin (a, sizeof (a));
  acc_delete_finalize (a, sizeof (a));
  CHECK (acc_is_present (a, sizeof (a)) == shared);
  acc_copyin (a, sizeof (a));
  acc_copyout_finalize_async (a, sizeof (a), 1);
  acc_copyin (a, sizeof (a));
  acc_delete_finalize_async (a, sizeof (a), 1);
  acc_wait (1);
  CHECK (acc_is_present (a, sizeof (a)) == shared && is_line (a, N, 0, 7));
}

static void
update (void)
{
  int a[N], shared = is_shared ();
  fill (a, N, 0);
  acc_create (a, sizeof (a));
  acc_update_device (a, sizeof (a));
  fill (a, N, 100);
  acc_update_self (a + 10, 10 * sizeof (int));
  CHECK (is_line (a, 10, 100, 1) && is_line (a + 20, N - 20, 120, 1));
  CHECK (is_line (a + 10, 10, shared ? 110 : 10, 1));
  acc_update_device_async (a, sizeof (a), 2);
  acc_update_self_async (a, sizeof (a), 2);
  acc_wait (2);
  acc_update_self (NULL, 4);
  acc_update_device (NULL, 4);
  acc_delete (a, sizeof (a));
}

static void
memory (void)
{
  int a[N], b[N];
  CHECK (acc_malloc (0) == NULL);
  acc_free (NULL);
  int *d = acc_malloc (sizeof (a));
  fill (a, N, 3);
  acc_memcpy_to_device (d, a, sizeof (a));
#pragma acc parallel loop deviceptr(d)
  for (int i = 0; i < N; i++)
    d[i] *= 2;
  acc_memcpy_from_device (b, d, sizeof (b));
  CHECK (is_line (b, N, 6, 2));
  acc_memcpy_to_device_async (d, a, sizeof (a), 1);
  acc_memcpy_from_device_async (b, d, sizeof (b), 1);
  acc_wait (1);
  CHECK (is_line (b, N, 3, 1));
  if (!is_shared ())
    {
      acc_map_data (a, d, sizeof (a));
      CHECK (acc_deviceptr (a) == d && acc_hostptr (d) == a);
#pragma acc parallel loop copy(a)
      for (int i = 0; i < N; i++)
        a[i] += 1;
      CHECK (is_line (a, N, 3, 1));
      acc_update_self (a, sizeof (a));
      CHECK (is_line (a, N, 4, 1));
      acc_unmap_data (a);
      CHECK (acc_deviceptr (a) == NULL && acc_hostptr (d) == NULL);
    }
  acc_free (d);
}

int
main (void)
{
  enter_and_exit ();
  update ();
  memory ();
  return 0;
}
