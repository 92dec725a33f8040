/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* All the ways in which a program waits for constructs with nowait; by flags,
   too, that a task sets which waited; and constructs that need no order.  */

#define N 100

static int a[N], b[N], c[N], wrong;

/* A task that depends on the region tells another thread, or the same.  */
static void
by_flag (void)
{
  int flag = 0, seen = 0;
#pragma omp target nowait map(to : a) map(from : b) depend(out : b)
  for (int i = 0; i < N; i++)
    b[i] = a[i];
#pragma omp task depend(in : b) shared(flag)
  {
    b[0] += 5;
#pragma omp atomic write seq_cst
    flag = 1;
  }
  while (!seen)
    {
#pragma omp atomic read seq_cst
      seen = flag;
#pragma omp taskyield
    }
  a[3] = 4;
  b[4]++;
}

static void
by_dependences (void)
{
#pragma omp target nowait depend(inout : b)
  for (int i = 0; i < N; i++)
    b[i]++;
#pragma omp target nowait depend(in : b) depend(out : c)
  for (int i = 0; i < N; i++)
    c[i] = b[i];
#pragma omp taskwait depend(in : c)
  c[0] += b[4];
#pragma omp task depend(out : a[0])
  a[0] = 3;
#pragma omp target nowait map(to : a) depend(inout : a[0])
  ;
#pragma omp target map(tofrom : a) depend(inout : a[0])
  a[1]++;
  a[0]++;
#pragma omp taskwait
}

static void
by_group_and_barrier (void)
{
#pragma omp taskgroup
  {
#pragma omp target nowait
    for (int i = 0; i < N; i++)
      b[i]++;
  }
  b[1]++;
#pragma omp target nowait map(tofrom : b)
  for (int i = 0; i < N; i++)
    b[i]++;
#pragma omp barrier
  b[2]++;
}

static void
in_a_team (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for nowait
    for (int k = 0; k < 4; k++)
#pragma omp target nowait map(tofrom : b[k * 25 : 25])
      for (int i = k * 25; i < k * 25 + 25; i++)
        b[i]++;
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] += 2;
  }
#pragma omp parallel num_threads(4)
#pragma omp single nowait
#pragma omp target nowait map(tofrom : b)
  for (int i = 0; i < N; i++)
    b[i]++;
  b[3]++;
}

/* The host's memory is not touched while it is mapped, nor do two halves
   meet.  */
static void
without_order (void)
{
#pragma omp target data map(tofrom : a)
  {
#pragma omp target nowait
    for (int i = 0; i < N / 2; i++)
      a[i]++;
#pragma omp target nowait map(tofrom : a)
    for (int i = N / 2; i < N; i++)
      a[i]++;
#pragma omp taskwait
  }
#pragma omp target nowait map(to : a) map(from : b)
  for (int i = 0; i < N; i++)
    b[i] = a[i];
#pragma omp target nowait map(to : a) map(from : c)
  for (int i = 0; i < N; i++)
    c[i] = a[i];
  wrong |= a[2] != 1;
#pragma omp taskwait
}

/* A pointer in what is copied back is read meanwhile.  */
static void
with_pointer (void)
{
  struct
  {
    int *p;
    int n;
  } s = { a, N };
#pragma omp target nowait map(tofrom : s.n) map(tofrom : s.p[0 : N])
  for (int i = 0; i < s.n; i++)
    s.p[i]++;
  wrong |= s.p != a;
#pragma omp taskwait
}

int
main (void)
{
#pragma omp parallel num_threads(4)
#pragma omp single
  by_flag ();
  by_flag ();
  by_dependences ();
  by_group_and_barrier ();
  in_a_team ();
  wrong |= b[0] != 12 || b[4] != 8 || c[0] != 8;
  without_order ();
  with_pointer ();
  return wrong || a[0] != 6 || b[0] != 5 || c[0] != 5;
}
