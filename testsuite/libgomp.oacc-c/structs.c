/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Structures whose members point to data: mapped in data clauses, attached by
   clauses and by routines.  */

#include "check.h"

#define N 50

struct vector
{
  int count;
  int *data;
  struct vector *next;
};

static void
by_clauses (void)
{
  struct vector v = { .count = N, .data = malloc (N * sizeof (int)) };
  int *host = v.data;
  fill (v.data, N, 0);
#pragma acc data copyin(v)
#pragma acc data copy(v.data[0 : N])
#pragma acc parallel loop present(v)
  for (int i = 0; i < N; i++)
    v.data[i] += v.count;
  CHECK (v.data == host && is_line (v.data, N, N, 1));

#pragma acc enter data copyin(v, v.data[0 : N])
#pragma acc parallel loop present(v)
  for (int i = 0; i < N; i++)
    v.data[i] *= 2;
#pragma acc exit data copyout(v.data[0 : N])
#pragma acc exit data delete(v)
  CHECK (v.data == host && is_line (v.data, N, 2 * N, 2));

#pragma acc enter data copyin(v)
#pragma acc enter data copyin(v.data[0 : N])
#pragma acc parallel loop present(v)
  for (int i = 0; i < N; i++)
    v.data[i] += 1;
#pragma acc exit data copyout(v.data[0 : N])
#pragma acc exit data delete(v)
  CHECK (v.data == host && is_line (v.data, N, 2 * N + 1, 2));
  free (v.data);
}

static void
attach_clause (void)
{
  struct vector v = { .count = N, .data = malloc (N * sizeof (int)) };
  int *p = v.data;
  fill (p, N, 7);
#pragma acc enter data copyin(p[0 : N]) copyin(v)
#pragma acc enter data attach(v.data)
#pragma acc parallel loop present(v)
  for (int i = 0; i < N; i++)
    v.data[i] = -i;
#pragma acc exit data detach(v.data)
#pragma acc exit data copyout(p[0 : N])
#pragma acc exit data delete(v)
  CHECK (v.data == p && is_line (p, N, 0, -1));
#pragma acc enter data copyin(p[0 : N]) copyin(v)
#pragma acc enter data attach(v.data)
#pragma acc enter data attach(v.data)
#pragma acc exit data detach(v.data) finalize
#pragma acc exit data delete(p[0 : N], v)
  free (p);
}

/* A list of two, node by node.  */
static void
by_routines (void)
{
  struct vector second = { .count = N, .data = malloc (N * sizeof (int)) };
  struct vector first = { N, malloc (N * sizeof (int)), &second };
  fill (first.data, N, 0);
  fill (second.data, N, 1000);
  struct vector *p = &first;
  acc_copyin (first.data, N * sizeof (int));
  acc_copyin (second.data, N * sizeof (int));
  acc_copyin (&second, sizeof (second));
  acc_copyin (&first, sizeof (first));
  acc_attach ((void **)&first.data);
  acc_attach ((void **)&second.data);
  acc_attach ((void **)&first.next);
  acc_attach_async ((void **)&first.next, 2);
  acc_wait (2);
#pragma acc parallel loop present(p[0 : 1])
  for (int i = 0; i < N; i++)
    {
      p->data[i] += 1;
      p->next->data[i] += 2;
    }
  acc_detach ((void **)&first.next);
  acc_detach_async ((void **)&first.next, 2);
  acc_detach_finalize ((void **)&first.data);
  acc_detach_finalize_async ((void **)&second.data, acc_async_sync);
  acc_wait_all ();
  acc_copyout (&first, sizeof (first));
  acc_copyout (&second, sizeof (second));
  acc_copyout (first.data, N * sizeof (int));
  acc_copyout (second.data, N * sizeof (int));
  CHECK (first.next == &second);
  CHECK (is_line (first.data, N, 1, 1));
  CHECK (is_line (second.data, N, 1002, 1));
  free (first.data);
  free (second.data);
}

int
main (void)
{
  by_clauses ();
  attach_clause ();
  by_routines ();
  return 0;
}
