/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Mappers, named and not, of structures and of their arrays.  { since 16 } */
struct vector
{
  int n;
  int *p;
};
#pragma omp declare mapper(struct vector v) map(tofrom : v.n, v.p[0 : v.n])
#pragma omp declare mapper(first : struct vector v)                            \
    map(tofrom : v.n, v.p[0 : 1])

static void
twice (struct vector *v)
{
#pragma omp target map(tofrom : v[0 : 1])
  for (int i = 0; i < v->n; i++)
    v->p[i] *= 2;
}

int
main (void)
{
  int data[4] = { 1, 2, 3, 4 };
  struct vector v = { 4, data };
#pragma omp target map(tofrom : v)
  for (int i = 0; i < v.n; i++)
    v.p[i] *= 2;
  if (v.p != data || data[0] != 2 || data[3] != 8)
    return 1;
#pragma omp target map(mapper(first), tofrom : v)
  v.p[0] = v.n;
  if (data[0] != 4)
    return 2;
#pragma omp target enter data map(to : v)
  data[1] = 7;
#pragma omp target update to(v)
#pragma omp target map(alloc : v)
  v.p[2] = v.p[1] + 1;
#pragma omp target exit data map(from : v)
  if (data[2] != 8)
    return 3;
  twice (&v);
  return data[2] != 16;
}
