/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Queues: order in one, waits between several, all forms of wait.  */

#include "check.h"

#define N 1000
#define QUEUES 6

static int a[QUEUES][N], b[N];

/* What one queue has is done in order.  */
static void
in_order (int queue)
{
  fill (b, N, 0);
#pragma acc data copy(b)
  {
    for (int k = 0; k < 20; k++)
      {
#pragma acc parallel loop present(b) async(queue)
        for (int i = 0; i < N; i++)
          b[i] = 2 * b[i] + 1;
#pragma acc parallel loop present(b) async(queue)
        for (int i = 0; i < N; i++)
          b[i] = (b[i] - 1) / 2 + 1;
      }
#pragma acc wait(queue)
  }
  CHECK (is_line (b, N, 20, 1));
}

static void
several (void)
{
  for (int q = 0; q < QUEUES; q++)
    {
      fill (a[q], N, q);
#pragma acc enter data copyin(a[q : 1]) async(q)
#pragma acc parallel loop present(a[q : 1]) async(q)
      for (int i = 0; i < N; i++)
        a[q][i] += 10 * i;
    }
  /* The last one has all of them.  */
#pragma acc parallel loop copyout(b) wait(0, 1, 2, 3, 4, 5) async(7)
  for (int i = 0; i < N; i++)
    b[i] = i;
#pragma acc wait(7)
  CHECK (is_line (b, N, 0, 1));
  for (int q = 0; q < QUEUES; q++)
    CHECK (acc_async_test (q));
  for (int q = 0; q < QUEUES; q++)
    {
#pragma acc exit data copyout(a[q : 1]) async(q)
    }
#pragma acc wait
  CHECK (acc_async_test_all ());
  for (int q = 0; q < QUEUES; q++)
    CHECK (is_line (a[q], N, q, 11));
}

/* One queue waits for another, the host does not.  */
static void
chain (void)
{
  fill (b, N, 0);
#pragma acc enter data copyin(b)
  for (int q = 0; q < QUEUES; q++)
    {
#pragma acc parallel loop present(b) async(q)
      for (int i = 0; i < N; i++)
        b[i] = 3 * b[i] + q;
#pragma acc wait(q) async(q + 1)
    }
#pragma acc update self(b) async(QUEUES)
#pragma acc wait(QUEUES)
  for (int i = 0; i < N; i++)
    {
      int value = i;
      for (int q = 0; q < QUEUES; q++)
        value = 3 * value + q;
      CHECK (b[i] == value);
    }
  /* All wait for one.  */
  fill (b, N, 5);
#pragma acc update device(b) async(1)
#pragma acc wait async(2)
#pragma acc update self(b) async(2)
#pragma acc wait(1, 2)
  CHECK (is_line (b, N, 5, 1));
#pragma acc exit data delete(b)
}

static void
routines (void)
{
  fill (b, N, 0);
  acc_copyin_async (b, sizeof (b), 4);
#pragma acc parallel loop present(b) async(4)
  for (int i = 0; i < N; i++)
    b[i]++;
  acc_wait_async (4, 5);
#pragma acc parallel loop present(b) async(5)
  for (int i = 0; i < N; i++)
    b[i] *= 2;
  acc_wait_all_async (6);
  acc_update_self_async (b, sizeof (b), 6);
  acc_async_wait (6);
  CHECK (acc_async_test (4) && acc_async_test (5) && acc_async_test (6));
  CHECK (is_line (b, N, 2, 2));
  fill (b, N, 9);
  acc_update_device_async (b, sizeof (b), acc_async_noval);
  acc_copyout_async (b, sizeof (b), acc_async_noval);
  acc_wait (acc_async_noval);
  CHECK (is_line (b, N, 9, 1));
  CHECK (acc_is_present (b, sizeof (b)) == is_shared ());
  acc_create_async (b, sizeof (b), 8);
  acc_delete_async (b, sizeof (b), 8);
  acc_async_wait_all ();
  CHECK (acc_async_test_all ());
  CHECK (acc_async_test (12345));
  acc_wait (12345);
}

/* The program may use what it passed as soon as the construct is left.  */
static void
values (void)
{
  int n = 5, out[4];
#pragma acc enter data create(out)
  for (int k = 0; k < 4; k++)
    {
      n = 10 * k;
#pragma acc serial present(out) firstprivate(n, k) async(3)
      out[k] = n;
      n = -1;
    }
#pragma acc exit data copyout(out) async(3)
#pragma acc wait(3)
  CHECK (is_line (out, 4, 0, 10));
}

int
main (void)
{
  in_order (0);
  in_order (3);
  in_order (acc_async_noval);
  in_order (acc_async_sync);
  several ();
  chain ();
  routines ();
  values ();
  return 0;
}
