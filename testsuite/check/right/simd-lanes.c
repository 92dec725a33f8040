/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Iterations of simd loops that may not run at once use the same element, or
   each has its own.  */

#define N 100
#define CHECK(what) if (!(what)) __builtin_abort ()

static int a[N], b[N], sum, last;

#pragma omp declare target
#pragma omp declare simd linear(to : 1)
static void
add (int *to, int value)
{
  *to += value;
}
#pragma omp end declare target

static void
distances (void)
{
#pragma omp target map(tofrom : a)
#pragma omp simd safelen(8)
  for (int i = 8; i < N; i++)
    a[i] = a[i - 8] + 1;
  CHECK (a[N - 1] == N / 8 - 1 + (N % 8 > 3));
#pragma omp target map(tofrom : a)
#pragma omp simd safelen(1)
  for (int i = 1; i < N; i++)
    a[i] = a[i - 1] + 1;
  CHECK (a[N - 1] == N - 1);
#pragma omp target map(tofrom : a)
#pragma omp simd if (0)
  for (int i = 1; i < N; i++)
    a[i] = a[i - 1] + 1;
  CHECK (a[N - 1] == N - 1);
}

static void
clauses (void)
{
  int own, k = 0;
#pragma omp target map(tofrom : a, b, sum, last) map(tofrom : k)
#pragma omp simd private(own) lastprivate(last) linear(k : 3)                  \
    reduction(+ : sum)
  for (int i = 0; i < N; i++)
    {
      own = 2 * a[i];
      b[i] = own;
      sum += b[i];
      last = b[i];
      k += 3;
    }
  CHECK (sum == N * (N - 1) && last == 2 * (N - 1) && k == 3 * N);
}

static void
in_order (void)
{
  sum = 0;
#pragma omp target map(tofrom : a, sum)
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      add (&a[i], 1);
#pragma omp ordered simd
      sum += a[i];
    }
  CHECK (sum == N * (N + 1) / 2);
}

/* One loop after the other, and an inner one in each iteration.  */
static void
several (void)
{
#pragma omp target map(tofrom : a, b)
  {
#pragma omp simd
    for (int i = 0; i < N; i++)
      a[i] = i;
#pragma omp simd
    for (int i = 0; i < N; i++)
      b[i] = a[N - 1 - i];
#pragma omp simd
    for (int i = 0; i < 10; i++)
      for (int k = 1; k < 10; k++)
        b[10 * i + k] = b[10 * i + k - 1];
  }
  CHECK (b[N - 1] == 9);
#pragma omp target teams distribute parallel for simd map(tofrom : a)          \
    collapse(2)
  for (int i = 0; i < 10; i++)
    for (int k = 0; k < 10; k++)
      a[10 * i + k]++;
  CHECK (a[N - 1] == N);
}

int
main (void)
{
  distances ();
  clauses ();
  in_order ();
  several ();
  return 0;
}
