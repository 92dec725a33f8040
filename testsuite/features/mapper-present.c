/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Mappers with present: what they map is already there.  { since 16 } */
struct vector
{
  int n;
  int *p;
};
#pragma omp declare mapper(struct vector v) map(tofrom : v.n)                  \
    map(present, tofrom : v.p[0 : v.n])
int
main (void)
{
  int data[4] = { 1, 2, 3, 4 };
  struct vector v = { 4, data };
#pragma omp target data map(tofrom : data)
#pragma omp target map(tofrom : v)
  for (int i = 0; i < v.n; i++)
    v.p[i] *= 2;
  return data[3] != 8;
}
