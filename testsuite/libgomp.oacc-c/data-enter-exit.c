/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* enter data and exit data, with reference counts, finalize, if and async.  */

#include "check.h"

#define N 64

int
main (void)
{
  int a[N], b[N], off = 0, shared = is_shared ();
  fill (a, N, 0);
  fill (b, N, 0);

#pragma acc enter data copyin(a) create(b)
  CHECK (acc_is_present (a, sizeof (a)) && acc_is_present (b, sizeof (b)));
#pragma acc parallel loop present(a, b)
  for (int i = 0; i < N; i++)
    b[i] = a[i] * 3;
#pragma acc exit data copyout(b) delete(a)
  CHECK (is_line (b, N, 0, 3));
  CHECK (acc_is_present (a, sizeof (a)) == shared);
  CHECK (acc_is_present (b, sizeof (b)) == shared);

  /* Two references, one by one.  */
#pragma acc enter data copyin(a)
#pragma acc enter data copyin(a[0 : N])
#pragma acc parallel loop present(a)
  for (int i = 0; i < N; i++)
    a[i] = 5;
#pragma acc exit data copyout(a)
  CHECK (acc_is_present (a, sizeof (a)));
  CHECK (shared || is_line (a, N, 0, 1));
#pragma acc exit data copyout(a)
  CHECK (acc_is_present (a, sizeof (a)) == shared);
  CHECK (is_line (a, N, 5, 0));

  /* Or at once.  */
#pragma acc enter data copyin(a)
#pragma acc enter data copyin(a)
#pragma acc enter data create(a)
#pragma acc parallel present(a)
  a[0] = 17;
#pragma acc exit data copyout(a) finalize
  CHECK (acc_is_present (a, sizeof (a)) == shared);
  CHECK (a[0] == 17);

  /* A structured reference stays when the dynamic ones go.  */
#pragma acc data copy(a)
  {
#pragma acc enter data create(a)
#pragma acc parallel present(a)
    a[1] = 18;
#pragma acc exit data delete(a) finalize
    CHECK (acc_is_present (a, sizeof (a)));
#pragma acc exit data delete(a)
    CHECK (acc_is_present (a, sizeof (a)));
  }
  CHECK (a[1] == 18);
  CHECK (acc_is_present (a, sizeof (a)) == shared);

  /* A dynamic reference outlives the region.  */
#pragma acc data copyin(a)
  {
#pragma acc enter data create(a)
  }
  CHECK (acc_is_present (a, sizeof (a)));
#pragma acc exit data delete(a)
  CHECK (acc_is_present (a, sizeof (a)) == shared);

  /* Nothing is done.  */
#pragma acc enter data copyin(a) if(off)
  CHECK (acc_is_present (a, sizeof (a)) == shared);
#pragma acc exit data copyout(a)
#pragma acc exit data delete(a) finalize
  CHECK (acc_is_present (a, sizeof (a)) == shared);

  /* In a queue.  */
  fill (a, N, 1);
#pragma acc enter data copyin(a) async(1)
#pragma acc parallel loop present(a) async(1)
  for (int i = 0; i < N; i++)
    a[i] += i;
#pragma acc exit data copyout(a) async(1)
#pragma acc wait(1)
  CHECK (is_line (a, N, 1, 2));
  fill (a, N, 1);
#pragma acc enter data copyin(a) async(1)
#pragma acc parallel loop present(a) async(2) wait(1)
  for (int i = 0; i < N; i++)
    a[i] += i;
#pragma acc exit data copyout(a) wait(2)
  CHECK (is_line (a, N, 1, 2));
  return 0;
}
