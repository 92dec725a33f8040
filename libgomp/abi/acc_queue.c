/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's routines on async queues (OpenACC 2.6 sections 3.2.9 to
   3.2.14).  */

#include "abi/acc.h"
#include "openacc/openacc.h"

int
acc_async_test (int async)
{
  bool done;
  gomp_acc_check (gomp_acc_test (async, &done));
  return done;
}

int
acc_async_test_all (void)
{
  bool done;
  gomp_acc_check (gomp_acc_test_all (&done));
  return done;
}

void
acc_wait (int async)
{
  ACC_HERE;
  gomp_acc_check (gomp_acc_wait (async));
}

void
acc_wait_all (void)
{
  ACC_HERE;
  gomp_acc_check (gomp_acc_wait_all ());
}

/* AFTER waits for ASYNC.  */
void
acc_wait_async (int async, int after)
{
  ACC_HERE;
  gomp_acc_check (gomp_acc_wait_async (async, after));
}

void
acc_wait_all_async (int after)
{
  ACC_HERE;
  gomp_acc_check (gomp_acc_wait_all_async (after));
}

/* Their names in OpenACC 1.0.  */
ACC_ALIAS (acc_async_wait, acc_wait);
ACC_ALIAS (acc_async_wait_all, acc_wait_all);
