// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-compiler-may-fail "map clauses through members" }
// { dg-additional-options "-w" }
// { dg-skip-stock "GCC 12 does not pass all pointers on the way" }
/* Like libgomp.c/target-map-pointers.c, of references: to pointers and arrays,
   in structures that are reached by pointers or by references to these.  */

#include "../libgomp.c/map-pointers.h"

static short data[4];

struct embedded
{
  int before;
  short y[4];
  int after;
};

struct by_pointer
{
  int before;
  short *y;
  int after;
};

struct by_reference
{
  int before;
  short *&y;
  int after;
};

struct of_array
{
  int before;
  short (&y)[4];
  int after;
};

template <typename X> struct outer
{
  int before;
  X x;
  int after;

  void in_member ()
  {
    READ (x->y, this->x->y[1:2]);
    READ (x->y, this->before, this->x->y[0:3]);
  }
};

/* By a pointer, or by a reference to one.  */
template <typename S>
static void
to_structure (S &s)
{
  READ_TWICE (s.x->y, s.x->y[1:2]);
  READ_TWICE (s.x->y, s.x->y[0:3]);
  READ_TWICE (s.x->y, s.before, s.x->y[1:2]);
  READ_TWICE (s.x->y, s.after, s.x->y[1:2], s.before);
  READ_TWICE (s.x->y, s, s.x->y[1:2]);
  READ_TWICE (s.x->y, s.x, s.x->y[1:2]);
  READ_TWICE (s.x->y, s.x[0:1], s.x->y[1:2]);
  S *p = &s;
  READ (p->x->y, p->x->y[1:2]);
  READ (p->x->y, p->before, p->x->y[1:2]);
  READ (p->x->y, p[0:1], p->x->y[0:3]);
  s.in_member ();
}

/* In the structure itself, or by a reference.  */
template <typename S>
static void
in_structure (S &s)
{
  READ_TWICE (s.x.y, s.x.y[1:2]);
  READ_TWICE (s.x.y, s.before, s.x.y[0:3]);
  READ_TWICE (s.x.y, s, s.x.y[1:2]);
}

template <typename I>
static void
levels (I i)
{
  I *q = &i;
  outer<I *> pointer = { 7, q, 9 };
  to_structure (pointer);
  outer<I *&> reference = { 7, q, 9 };
  to_structure (reference);
  CHECK (q == &i && reference.x == q && &reference.x == &q);
  outer<I> value = { 7, i, 9 };
  in_structure (value);
  outer<I &> referred = { 7, i, 9 };
  in_structure (referred);
  CHECK (&referred.x == &i);
}

/* Regions that run at once, with different members of one structure.  */
static void
at_once (short *&x, short *&y)
{
  struct
  {
    int before;
    short *&x;
    short *&y;
  } s = { 7, x, y };
  int ok[2] = { 0, 0 };
  for (int i = 0; i < 100; i++)
    {
#pragma omp target map(to: s) map(tofrom: s.x[1:2]) map(tofrom: ok[:1]) nowait
      for (int k = 1; k < 3; k++)
        ok[0] += ++s.x[k] > 0;
#pragma omp target map(to: s) map(tofrom: s.y[0:3]) map(tofrom: ok[1:1]) nowait
      for (int k = 0; k < 3; k++)
        ok[1] += ++s.y[k] > 0;
#pragma omp taskwait
    }
  CHECK (ok[0] == 200 && ok[1] == 300 && &s.x == &x && &s.y == &y);
}

int
main ()
{
  short *p = data, more[4] = { 0, 0, 0, 0 }, *q = more;
  levels (embedded{ 3, { 1, 2, 3, 4 }, 4 });
  levels (by_pointer{ 3, data, 4 });
  levels (by_reference{ 3, p, 4 });
  levels (of_array{ 3, data, 4 });
  for (int i = 0; i < 4; i++)
    data[i] = 0;
  at_once (p, q);
  CHECK (data[0] == 0 && data[1] == 100 && more[0] == 100 && more[3] == 0);
}
