/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Simd loops of a template and of a function with a copy to write to.  */

#define CHECK(what) if (!(what)) __builtin_abort ()

template <typename T>
static void
smooth (const T *from, T *to, int n)
{
#pragma omp target map(to : from[ : n]) map(from : to[ : n])
#pragma omp simd
  for (int i = 0; i < n; i++)
    to[i] = i == 0 || i == n - 1 ? from[i] : (from[i - 1] + from[i + 1]) / 2;
}

static double
smaller (double x, double y)
{
  return x < y ? x : y;
}

int
main ()
{
  double a[64], b[64];
  double least = 100;
  for (int i = 0; i < 64; i++)
    a[i] = i;
  smooth (a, b, 64);
  CHECK (b[3] == 3);
#pragma omp target teams distribute parallel for simd map(to : b)              \
    map(tofrom : least) reduction(min : least)
  for (int i = 0; i < 64; i++)
    least = smaller (least, b[i]);
  CHECK (least == 0);
  return 0;
}
