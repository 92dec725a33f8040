/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Lambdas that capture mapped data by reference and by pointer.  */

template <typename Body>
static void
for_each (int n, Body body)
{
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    body (i);
}

int
main ()
{
  int a[10] = {};
  float *p = new float[40]();
  const float factor = 1.5F;
#pragma omp target data map(tofrom : a)
  for_each (10, [&] (int i) { a[i] = i; });
#pragma omp target data map(tofrom : p[0 : 40])
  for_each (40, [=] (int i) {
    auto square = [] (float x) { return x * x; };
    p[i] = square (factor * i);
  });
  int bad = a[1] != 1 || p[2] != 9;
  delete[] p;
  return bad;
}
