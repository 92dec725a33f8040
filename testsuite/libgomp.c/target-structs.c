/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Structures: whole, by member, with pointers to attach, nested, in arrays.  */

#include <string.h>

#include "target-check.h"

#define N 40

struct vector
{
  int length;
  double *values;
  double scale;
};

struct shape
{
  char name[13];
  struct
  {
    short x, y;
  } corners[4];
  struct vector weights;
  struct vector *other;
};

static double *
numbers (int n)
{
  double *values = malloc ((size_t)n * sizeof *values);

  for (int i = 0; i < n; i++)
    values[i] = i;
  return values;
}

static void
whole (void)
{
  struct shape shape = { "triangle", { { 1, 2 }, { 3, 4 } }, { 0 }, NULL };

#pragma omp target map(tofrom: shape)
  {
    shape.corners[3].x = shape.corners[1].y;
    shape.name[0] = 'T';
    shape.weights.length = 9;
  }
  CHECK (shape.corners[3].x == 4 && shape.weights.length == 9);
  CHECK (!strcmp (shape.name, "Triangle"));
}

static void
members (void)
{
  struct shape shape = { "square", { { 0 } }, { 7, NULL, 2.0 }, NULL };

#pragma omp target map(tofrom: shape.weights.length) \
    map(to: shape.weights.scale)
  shape.weights.length += (int)shape.weights.scale;
  CHECK (shape.weights.length == 9);
  CHECK (!strcmp (shape.name, "square"));
}

static void
member_pointer (void)
{
  struct vector v = { N, numbers (N), 3.0 };
  double *host = v.values;

#pragma omp target map(to: v) map(tofrom: v.values[0:N])
  for (int i = 0; i < v.length; i++)
    v.values[i] *= v.scale;
  CHECK (v.values == host);
  for (int i = 0; i < N; i++)
    CHECK (v.values[i] == 3.0 * i);
  free (host);
}

static void
pointer_to_struct (void)
{
  struct vector *v = malloc (sizeof *v);

  *v = (struct vector){ N, numbers (N), 2.0 };
#pragma omp target enter data map(to: v[0:1])
#pragma omp target enter data map(to: v->values[0:N])
#pragma omp target
  for (int i = 0; i < v->length; i++)
    v->values[i] += v->scale;
#pragma omp target update from(v->values[0:N])
  for (int i = 0; i < N; i++)
    CHECK (v->values[i] == i + 2.0);
#pragma omp target exit data map(release: v->values[0:N])
#pragma omp target exit data map(release: v[0:1])
  free (v->values);
  free (v);
}

static void
array_of_structs (void)
{
  struct vector vectors[3];
  double sum = 0;

  for (int k = 0; k < 3; k++)
    vectors[k] = (struct vector){ N, numbers (N), k + 1.0 };
#pragma omp target enter data map(to: vectors)
  for (int k = 0; k < 3; k++)
    {
#pragma omp target enter data map(to: vectors[k].values[0:N])
    }
#pragma omp target map(tofrom: sum)
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < vectors[k].length; i++)
      sum += vectors[k].scale * vectors[k].values[i];
  for (int k = 0; k < 3; k++)
    {
#pragma omp target exit data map(release: vectors[k].values[0:N])
    }
#pragma omp target exit data map(release: vectors)
  CHECK (sum == 6.0 * N * (N - 1) / 2);
  for (int k = 0; k < 3; k++)
    free (vectors[k].values);
}

static void
two_pointers_one_target (void)
{
  struct vector v = { 4, numbers (4), 1.0 }, w = { 4, numbers (4), 10.0 };

#pragma omp target map(to: v, w) map(tofrom: v.values[0:4]) \
    map(tofrom: w.values[0:4])
  for (int i = 0; i < 4; i++)
    {
      double swap = v.values[i];

      v.values[i] = w.values[i] * w.scale;
      w.values[i] = swap * v.scale;
    }
  for (int i = 0; i < 4; i++)
    CHECK (v.values[i] == 10.0 * i && w.values[i] == i);
  free (v.values);
  free (w.values);
}

/* Other members are mapped beside a pointer's section, the pointer is not.  */
static void
pointer_not_mapped (void)
{
  struct vector v = { 4, numbers (4), 2.0 }, w = { 4, numbers (4), 3.0 };
  double *values = v.values;

#pragma omp target map(tofrom: v.length, v.values[0:4]) \
    map(tofrom: w.scale, w.values[0:4])
  {
    v.length = (int)v.values[3];
    v.values[1] = w.values[3];
    w.scale += 1;
  }
  CHECK (v.length == 3 && values[1] == 3 && w.scale == 4 && w.values[3] == 3);
  CHECK (v.values == values && v.scale == 2 && w.length == 4);

#pragma omp target data map(tofrom: v.scale, v.values[0:4])
  {
#pragma omp target map(tofrom: v.scale, v.values[0:4])
    {
      v.values[2] = v.scale;
      v.scale = 7;
    }
  }
  CHECK (v.scale == 7 && values[2] == 2 && v.values == values);

#pragma omp target enter data map(to: v.scale, v.values[1:2])
#pragma omp target map(alloc: v.scale, v.values[1:2])
  v.values[1] = v.scale;
#pragma omp target exit data map(from: v.scale, v.values[1:2])
  CHECK (values[1] == 7 && v.values == values);
  free (v.values);
  free (w.values);
}

/* By a pointer to the structure, which is not mapped as a whole.  */
static void
by_pointer (void)
{
  struct shape shape = { "line", { { 1, 2 } }, { 3, numbers (4), 2.0 }, NULL };
  struct shape *s = &shape;
  double *values = shape.weights.values;

#pragma omp target map(tofrom: s->name, s->weights.values[0:3])
  {
    s->name[0] = 'L';
    s->weights.values[2] = 9;
  }
  CHECK (!strcmp (shape.name, "Line") && values[2] == 9);
#pragma omp target map(tofrom: s->weights.scale, s->weights.values[1:2])
  {
    s->weights.values[1] = s->weights.scale;
    s->weights.scale = 5;
  }
  CHECK (shape.weights.scale == 5 && values[1] == 2);
  CHECK (shape.weights.values == values && shape.weights.length == 3);

  free (values);
}

int
main (void)
{
  whole ();
  members ();
  member_pointer ();
  pointer_to_struct ();
  array_of_structs ();
  two_pointers_one_target ();
  pointer_not_mapped ();
  by_pointer ();
  return 0;
}
