/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Map entries that only some releases of clang make: pointers attached by
   entries of their own (clang 22), sections with gaps, held objects.  */
/* { dg-do run } */
/* { dg-require-effective-target offload_device } */

#include <omp.h>
#include <stdint.h>

#include "../libgomp.c/check.h"

#define TO 1
#define FROM 2
#define HOLD 0x2000
#define ATTACH 0x4000
#define WITH_GAPS 0x100000000000

#define DATA(name)                                                             \
  void __tgt_target_data_##name##_mapper (                                     \
      void *at, int64_t device, int32_t count, void **bases, void **begins,    \
      int64_t *sizes, int64_t *types, void **names, void **mappers);           \
  static void name (int32_t count, void **bases, void **begins,                \
                    int64_t *sizes, int64_t *types)                            \
  {                                                                            \
    __tgt_target_data_##name##_mapper (0, -1, count, bases, begins, sizes,     \
                                       types, 0, 0);                           \
  }
DATA (begin)
DATA (end)
DATA (update)

static int
is_present (void *p)
{
  return omp_target_is_present (p, omp_get_default_device ());
}

struct vector
{
  int n;
  int *values;
};

/* As target enter data map(to: v, v.values[1:2]).  */
static void
attach (void)
{
  int values[4] = { 1, 2, 3, 4 }, other[4] = { 0 }, sum = 0;
  struct vector v = { 4, values };
  void *bases[] = { &v, values, &v.values };
  void *begins[] = { &v, &values[1], &values[1] };
  int64_t sizes[] = { sizeof (v), 2 * sizeof (int), sizeof (int *) };
  int64_t types[] = { TO, TO, ATTACH };
  begin (3, bases, begins, sizes, types);
#pragma omp target map(from : sum)
  sum = v.values[1] + v.values[2];
  CHECK (sum == 5);

  /* Neither is new, so the pointer stays as it is.  */
  v.values = other;
  begin (3, bases, begins, sizes, types);
  end (3, bases, begins, sizes, types);
#pragma omp target map(from : sum)
  sum = v.values[1] + v.values[2];
  CHECK (sum == 5);
  end (3, bases, begins, sizes, types);
  CHECK (v.values == other);
  CHECK (!is_present (&v) && !is_present (values));
}

/* As target enter data map(to: p[0:1], p->values[0:4]): the pointer, in what
   the first entry maps, comes after another pointer.  */
static void
attach_last (void)
{
  static int values[4] = { 1, 2, 3, 4 };
  static struct vector v = { 4, values };
  struct vector *p = &v;
  int sum = 0;
  void *bases[] = { p, &p, values, &p->values };
  void *begins[] = { p, p, values, values };
  int64_t sizes[] = { sizeof (v), sizeof (p), sizeof (values), sizeof (int *) };
  int64_t types[] = { TO, ATTACH, TO, ATTACH };
  begin (4, bases, begins, sizes, types);
#pragma omp target map(from : sum)
  sum = v.values[1] + v.values[2];
  CHECK (sum == 5);
  end (4, bases, begins, sizes, types);
  CHECK (!is_present (&v) && !is_present (values));
}

/* A section that begins at element 2, which is what clang 22's code says for
   target update from(a[1:3:2]): there the start is multiplied by the stride, with
   LLVM's library, too.  Then columns 1 and 3 of rows 0 and 2.  */
static void
update_with_gaps (void)
{
  struct dimension
  {
    uint64_t offset, count, stride;
  };
  int a[8] = { 0 }, b[3][4] = { { 0 } };
  struct dimension line[]
      = { { 1, 3, 2 * sizeof (int) }, { 0, 1, sizeof (int) } };
  struct dimension table[] = { { 0, 2, 2 * sizeof (b[0]) },
                               { 0, 2, 2 * sizeof (int) },
                               { 1, 1, sizeof (int) } };
  void *bases[] = { a, b }, *begins[] = { line, table };
  int64_t sizes[] = { 2, 3 };
  int64_t types[] = { FROM | WITH_GAPS, FROM | WITH_GAPS };
#pragma omp target enter data map(to : a, b)
#pragma omp target
  {
    for (int i = 0; i < 8; i++)
      a[i] = i + 1;
    for (int i = 0; i < 12; i++)
      b[0][i] = i + 1;
  }
  update (2, bases, begins, sizes, types);
  for (int i = 0; i < 8; i++)
    CHECK (a[i] == (i == 2 || i == 4 || i == 6 ? i + 1 : 0));
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 4; k++)
      CHECK (b[i][k] == (i != 1 && k % 2 == 1 ? 4 * i + k + 1 : 0));
#pragma omp target exit data map(delete : a, b)
}

/* As target data map(ompx_hold, tofrom: x).  */
static void
hold (void)
{
  int x = 1;
  void *bases[] = { &x }, *begins[] = { &x };
  int64_t sizes[] = { sizeof (x) }, types[] = { TO | FROM | HOLD };
  begin (1, bases, begins, sizes, types);
  CHECK (is_present (&x));
#pragma omp target enter data map(to : x)
#pragma omp target map(tofrom : x)
  x++;
#pragma omp target exit data map(from : x)
  CHECK (is_present (&x) && x == 1);
  end (1, bases, begins, sizes, types);
  CHECK (!is_present (&x) && x == 2);
}

int
main (void)
{
  attach ();
  attach_last ();
  update_with_gaps ();
  hold ();
  return 0;
}
