/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* if clauses and sizes of compute constructs; acc_on_device.  */

#include "check.h"

static int
where (int condition)
{
  int host = -1;
#pragma acc parallel if(condition) copyout(host)
  host = acc_on_device (acc_device_host);
  return host;
}

int
main (void)
{
  int shared = is_shared (), host = -1, n = 0, many = 3;
  CHECK (where (1) == shared);
  CHECK (where (0) == 1);
  CHECK (acc_on_device (acc_device_host) && acc_on_device (acc_device_none));
  CHECK (!acc_on_device (acc_device_not_host));
#pragma acc kernels if(n) copyout(host)
  host = acc_on_device (acc_device_host);
  CHECK (host == 1);
#pragma acc serial if(!n) copyout(host)
  host = acc_on_device (acc_device_not_host);
  CHECK (host == !shared);
  /* On the host a region uses the host's data.  */
  int a = 1;
#pragma acc enter data copyin(a)
  a = 10;
#pragma acc parallel if(n) present(a)
  a++;
  CHECK (a == 11);
#pragma acc parallel present(a)
  a++;
#pragma acc exit data copyout(a)
  CHECK (a == (shared ? 12 : 2));
#pragma acc parallel num_gangs(many) num_workers(many) vector_length(32)       \
    copy(n)
  {
#pragma acc atomic
    n++;
  }
  CHECK (n == (shared ? 1 : 3));
#pragma acc data if(n < 0) copy(a)
  CHECK (acc_is_present (&a, sizeof (a)) == shared);
  return 0;
}
