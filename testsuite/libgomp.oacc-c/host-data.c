/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* host_data: the program gets device addresses.  */

#include "check.h"

#define N 32

static void
twice (int *device)
{
#pragma acc parallel loop deviceptr(device)
  for (int i = 0; i < N; i++)
    device[i] *= 2;
}

int
main (void)
{
  int a[N], *p = malloc (N * sizeof (*p)), off = 0;
  fill (a, N, 0);
  fill (p, N, 1);
#pragma acc data copy(a, p[0 : N])
  {
#pragma acc host_data use_device(a, p)
    {
      CHECK (a == acc_deviceptr (acc_hostptr (a)));
      CHECK (is_shared () == (acc_hostptr (a) == a));
      twice (a);
      twice (p);
    }
    CHECK (acc_hostptr (acc_deviceptr (p)) == p);
    int *host = p;
#pragma acc host_data use_device(p) if(off)
    CHECK (p == host);
  }
  CHECK (is_line (a, N, 0, 2));
  CHECK (is_line (p, N, 2, 2));
  int *host = p;
#pragma acc host_data use_device(p) if_present
  CHECK (p == host);
  free (p);
  return 0;
}
