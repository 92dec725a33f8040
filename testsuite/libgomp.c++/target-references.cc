/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-compiler-may-fail "map clauses through members" } */
/* { dg-additional-options "-w" } */
/* Members that are references to pointers and to arrays, with sections of their
   targets: among other members, in other structures, in templates.  GCC 12
   passes the entries in several orders, which depend on where the sections
   begin and on what else is mapped.  */

#include "../libgomp.c/check.h"

static short data[4];

static void
reset ()
{
  for (int i = 0; i < 4; i++)
    data[i] = i + 1;
}

/* Reads element 1 of X, a pointer in the structure S, and writes two.  */
#define READ(s, x, clauses)                                                   \
  do                                                                          \
    {                                                                         \
      bool ok = false;                                                        \
      reset ();                                                               \
      PRAGMA (omp target map (tofrom: clauses) map (from: ok))                \
      {                                                                       \
        ok = x[1] == 2;                                                       \
        x[1] = 22;                                                            \
        x[2]++;                                                               \
      }                                                                       \
      CHECK (ok && data[0] == 1 && data[1] == 22 && data[2] == 4              \
             && data[3] == 4);                                                \
    }                                                                         \
  while (0)
#define PRAGMA(...) PRAGMA_OF (__VA_ARGS__)
#define PRAGMA_OF(...) _Pragma (#__VA_ARGS__)
#define AND ,

template <typename T> struct pointer
{
  int before;
  T *&x;
  int after;

  void in_member ()
  {
    READ (*this, x, x AND x[1:2]);
    READ (*this, x, x AND x[0:3]);
  }
};

template <typename T> struct array
{
  int before;
  T (&x)[4];
  int after;
};

template <template <typename> class S> struct nested
{
  int first;
  S<short> s;
  int last;
};

template <template <typename> class S, typename T>
static void
alone (T &x)
{
  S<short> s = { 7, x, 9 };
  READ (s, s.x, s.x AND s.x[0:3]);
  READ (s, s.x, s.x AND s.x[1:2]);
  READ (s, s.x, s.x[1:2] AND s.x);
  CHECK (s.before == 7 && s.after == 9 && s.x == x);
}

template <template <typename> class S, typename T>
static void
beside_others (T &x)
{
  S<short> s = { 7, x, 9 };
  READ (s, s.x, s.before AND s.x AND s.x[1:2]);
  READ (s, s.x, s.after AND s.x AND s.x[1:2] AND s.before);
  READ (s, s.x, s.x[1:2] AND s.x AND s.before AND s.after);
  READ (s, s.x, s.after AND s.x[0:3] AND s.x AND s.before);
  int sum = 0;
  reset ();
#pragma omp target map(tofrom: s.before, s.x, s.x[1:3], s.after) map(from: sum)
  sum = s.before++ + s.x[2] + s.x[3] + s.after++;
  CHECK (sum == 7 + 3 + 4 + 9 && s.before == 8 && s.after == 10);
}

template <template <typename> class S, typename T>
static void
inside (T &x)
{
  nested<S> n = { 5, { 7, x, 9 }, 6 };
  READ (n, n.s.x, n.s.x AND n.s.x[0:3]);
  READ (n, n.s.x, n.s.x AND n.s.x[1:2]);
  READ (n, n.s.x, n.first AND n.s.x AND n.s.x[1:2]);
  READ (n, n.s.x, n.last AND n.s.x AND n.s.x[1:2] AND n.s.before);
}

template <template <typename> class S, typename T>
static void
by_reference (T &x)
{
  S<short> s0 = { 7, x, 9 };
  S<short> &s = s0;
  READ (s, s.x, s.x AND s.x[0:3]);
  READ (s, s.x, s.x AND s.x[1:2]);
  READ (s, s.x, s.before AND s.x AND s.x[1:2]);
}

static void
arrays ()
{
  array<short> s = { 7, data, 9 };
  READ (s, s.x, s.x);
  READ (s, s.x, s.x[0:3]);
  READ (s, s.x, s.x[1:2]);
  READ (s, s.x, s.x AND s.before);
  READ (s, s.x, s.after AND s.x[1:2]);
  READ (s, s.x, s.after AND s.x[1:2] AND s.before);
  nested<array> n = { 5, { 7, data, 9 }, 6 };
  READ (n, n.s.x, n.s.x);
  READ (n, n.s.x, n.s.x[1:2]);
  READ (n, n.s.x, n.last AND n.s.x[1:2] AND n.first AND n.s.before);
  array<short> &r = s;
  READ (r, r.x, r.x);
  READ (r, r.x, r.x[1:2]);
}

/* The reference itself is in no clause: the whole structure is mapped, with or
   without being named, and the reference is the device's there.  */
template <template <typename> class S, typename T>
static void
not_named (T &x)
{
  S<short> s = { 7, x, 9 };
  READ (s, s.x, s.x[1:2]);
  READ (s, s.x, s.x[0:3]);
  READ (s, s.x, s AND s.x[1:2]);
  READ (s, s.x, s.x[0:3] AND s);
  nested<S> n = { 5, { 7, x, 9 }, 6 };
  READ (n, n.s.x, n.s.x[1:2]);
  READ (n, n.s.x, n AND n.s.x[0:3]);
  S<short> &r = s;
  READ (r, r.x, r.x[1:2]);
  /* Between members that are mapped.  */
  READ (s, s.x, s.after AND s.x[1:2] AND s.before);
  READ (n, n.s.x, n.s.x[0:3] AND n.last AND n.first);
  static S<short> still = { 7, x, 9 };
  READ (still, still.x, still.x[1:2]);
  int sum = 0;
  reset ();
#pragma omp target map(tofrom: s, s.x[1:3]) map(from: sum)
  sum = s.before++ + s.x[2] + s.x[3] + s.after++;
  CHECK (sum == 7 + 3 + 4 + 9 && s.before == 8 && s.after == 10 && s.x == x);
}

/* Members are mapped, of which none lies behind the reference, or none before
   it.  */
template <template <typename> class S, typename T>
static void
at_one_side (T &x)
{
  S<short> s = { 7, x, 9 };
  READ (s, s.x, s.before AND s.x[1:2]);
  READ (s, s.x, s.before AND s.x[0:3]);
  READ (s, s.x, s.x[1:2] AND s.after);
  READ (s, s.x, s.x[0:3] AND s.after);
  nested<S> n = { 5, { 7, x, 9 }, 6 };
  READ (n, n.s.x, n.first AND n.s.x[1:2]);
  READ (n, n.s.x, n.s.before AND n.s.x[0:3]);
  S<short> &r = s;
  READ (r, r.x, r.before AND r.x[1:2]);
  READ (r, r.x, r.x[0:3] AND r.after);
  int sum = 0;
  reset ();
#pragma omp target map(tofrom: s.before, s.x[1:3]) map(from: sum)
  sum = s.before++ + s.x[2] + s.x[3];
  CHECK (sum == 7 + 3 + 4 && s.before == 8 && s.after == 9 && s.x == x);
}

/* The structure is named in whole, too.  */
template <template <typename> class S, typename T>
static void
beside_whole (T &x)
{
  S<short> s0 = { 7, x, 9 };
  S<short> &s = s0;
  READ (s, s.x, s AND s.x AND s.x[0:3]);
  READ (s, s.x, s AND s.x AND s.x[1:2]);
  READ (s0, s0.x, s0 AND s0.x AND s0.x[1:2]);
  nested<S> n0 = { 5, { 7, x, 9 }, 6 };
  nested<S> &n = n0;
  READ (n, n.s.x, n AND n.s.x AND n.s.x[1:2]);
}

/* By a pointer, of whose pointee nothing else is mapped, or all.  */
template <template <typename> class S, typename T>
static void
by_pointer (T &x)
{
  S<short> s = { 7, x, 9 };
  S<short> *p = &s;
  READ (s, p->x, p->x[1:2]);
  READ (s, p->x, p->x[0:3]);
  READ (s, p->x, p[0:1] AND p->x[1:2]);
  READ (s, p->x, p->x[0:3] AND p[0:1]);
  S<short> *&q = p;
  READ (s, q->x, q->x[1:2]);
  READ (s, q->x, q->x[0:3]);
}

/* Not a reference: GCC 12 maps *this with the pointer, to elements before those
   that are.  */
struct plain
{
  int before;
  short *x;
  int after;

  void in_member ()
  {
    READ (*this, this->x, this->x[1:2]);
    READ (*this, this->x, this->x AND this->x[1:2]);
    READ (*this, x, before AND x[1:2] AND after);
  }
};

static void
not_references (short *x)
{
  plain s = { 7, x, 9 };
  s.in_member ();
  plain *p = &s;
  READ (s, p->x, p->x[1:2]);
  READ (s, p->x, p->x[0:3]);
  plain &r = s;
  READ (s, r.x, r AND r.x AND r.x[1:2]);
}

/* What follows the reference is a part of the structure, although GCC 12 does
   not count what the reference leads to.  */
static void
counted ()
{
  array<short> s = { 7, data, 9 };
  array<short> *p = &s;
  bool ok = false;
  reset ();
#pragma omp target map(tofrom: p->after, p->x[1:2], p->before) map(from: ok)
  {
    ok = p->x[1] == 2 && p->before == 7 && p->after == 9;
    p->x[1] = 22;
    p->before++;
  }
  CHECK (ok && data[1] == 22 && s.before == 8 && &s.x == &data);
}

/* In elements of a member that is an array, behind a member that is mapped, or
   by a pointer.  */
struct elements
{
  int before;
  array<short> a[2];
  int after;
};

static void
in_elements ()
{
  elements s = { 5, { { 7, data, 9 }, { 7, data, 9 } }, 6 };
  elements *p = &s;
  READ (s, s.a[1].x, s.before AND s.a[1].x[1:2]);
  READ (s, s.a[1].x, s.before AND s.a[1].x[0:3]);
  READ (s, p->a[1].x, p->a[1].x[0:3]);
  READ (s, p->a[1].x, p->before AND p->a[1].x[1:2]);
}

static void
between ()
{
  struct
  {
    int before;
    struct
    {
      short before;
      short x[4];
    } a[2];
    int after;
  } s = { 5, { { 0, { 1, 2, 3, 4 } }, { 0, { 1, 2, 3, 4 } } }, 6 };
  bool ok = false;
#pragma omp target map(tofrom: s.a[1].x[1:2], s.after) map(from: ok)
  {
    ok = s.a[1].x[1] == 2 && s.a[1].x[2] == 3 && s.after == 6;
    s.a[1].x[2] = 33;
    s.after = 66;
  }
  CHECK (ok && s.a[1].x[1] == 2 && s.a[1].x[2] == 33 && s.a[1].x[3] == 4
         && s.after == 66 && s.before == 5);
}

/* A reference to a pointer to a structure with an array.  */
struct holder
{
  int before;
  short y[4];
};

struct leads
{
  holder *&x;

  int in_member ()
  {
    int sum = 0;
#pragma omp target map(tofrom: this->x->y[0:3]) map(from: sum)
    {
      sum = this->x->y[1] + this->x->y[2];
      this->x->y[1] = 22;
    }
    return sum;
  }
};

static void
two_levels ()
{
  holder h = { 4, { 1, 2, 3, 4 } }, *p = &h;
  leads s = { p };
  CHECK (s.in_member () == 5 && h.y[1] == 22 && h.before == 4);
}

/* Constants cannot be written at the end.  */
static short *const constant = data;
static const struct
{
  short *const &x;
} in_constant = { constant };

static void
constants ()
{
  bool ok = false;
  reset ();
#pragma omp target map(to: in_constant.x[1:2]) map(from: ok)
  ok = in_constant.x[1] == 2 && in_constant.x[2] == 3;
  CHECK (ok);
}

/* What is only written.  */
static void
from ()
{
  short *p = data;
  pointer<short> s = { 7, p, 9 };
  reset ();
#pragma omp target map(from: s.x[1:2]) map(to: s.x)
  {
    s.x[1] = 5;
    s.x[2] = 6;
  }
  CHECK (data[0] == 1 && data[1] == 5 && data[2] == 6 && data[3] == 4);
}

/* Mapped beforehand.  */
static void
stays ()
{
  short *p = data;
  pointer<short> s = { 7, p, 9 };
  reset ();
  bool ok = false;
#pragma omp target data map(tofrom: s.x, s.x[1:3], s.before)
  {
#pragma omp target map(tofrom: s.x, s.x[1:3], s.before) map(from: ok)
    {
      ok = s.x[1] == 2 && s.before == 7;
      s.x[3] = 8;
    }
    CHECK (ok);
  }
  CHECK (data[3] == 8 && p == data && &s.x == &p);
}

/* Data directives of which none maps the member itself, or which map it after
   what it leads to.  */
#define STAYS(s, x, clauses)                                                  \
  do                                                                          \
    {                                                                         \
      bool ok = false;                                                        \
      reset ();                                                               \
      s.before = 7;                                                           \
      PRAGMA (omp target enter data map (to: clauses))                        \
      x[1] += 50;                                                             \
      PRAGMA (omp target update to (x[1:1]))                                  \
      PRAGMA (omp target map (tofrom: clauses) map (from: ok))                \
      {                                                                       \
        ok = x[1] == 52 && x[2] == 3;                                         \
        x[1]++;                                                               \
        x[2]++;                                                               \
      }                                                                       \
      PRAGMA (omp target exit data map (from: clauses))                       \
      CHECK (ok && data[0] == 1 && data[1] == 53 && data[2] == 4              \
             && data[3] == 4 && s.before == 7);                               \
      reset ();                                                               \
      PRAGMA (omp target data map (tofrom: clauses))                          \
      {                                                                       \
        PRAGMA (omp target map (tofrom: clauses))                             \
        x[1] = 22;                                                            \
      }                                                                       \
      CHECK (data[1] == 22 && data[2] == 3);                                  \
    }                                                                         \
  while (0)

template <template <typename> class S, typename T>
static void
in_data_directives (T &x)
{
  S<short> s = { 7, x, 9 };
  STAYS (s, s.x, s.x AND s.x[1:2] AND s.after);
  STAYS (s, s.x, s.after AND s.x AND s.x[1:2] AND s.before);
  STAYS (s, s.x, s.after AND s.x[1:2] AND s.before);
  STAYS (s, s.x, s.x[0:3] AND s.after);
  STAYS (s, s.x, s AND s.x[1:2]);
  STAYS (s, s.x, s.x[0:3] AND s);
  STAYS (s, s.x, s AND s.x AND s.x[0:3]);
  S<short> &r = s;
  STAYS (r, r.x, r.before AND r.x[1:2]);
  STAYS (r, r.x, r AND r.x[1:2]);
  STAYS (r, r.x, r AND r.x AND r.x[1:2]);
}

/* What the region changed of the structure comes back, too.  */
static void
whole_comes_back ()
{
  array<short> s0 = { 7, data, 9 }, &s = s0;
  reset ();
#pragma omp target enter data map(to: s, s.x[0:3])
#pragma omp target map(tofrom: s, s.x[0:3])
  {
    s.before = 17;
    s.x[1] = 22;
    s.after = 19;
  }
#pragma omp target exit data map(from: s, s.x[0:3])
  CHECK (s.before == 17 && s.after == 19 && data[1] == 22 && &s0.x == &data);
}

/* A part is named before all of it.  */
struct embedded
{
  int before;
  short x[4];
  int after;
};

static void
part_first ()
{
  array<short> s = { 7, data, 9 };
  READ (s, s.x, s.x[0:3] AND s.x);
  READ (s, s.x, s.x[1:2] AND s.x);
  STAYS (s, s.x, s.x[0:3] AND s.x);
  array<short> *p = &s;
  READ (s, p->x, p->after AND p->x AND p->x[1:2] AND p->before);
  embedded e = { 7, { 1, 2, 3, 4 }, 9 };
  bool ok = false;
#pragma omp target map(tofrom: e.before, e.x, e.x[0:3]) map(from: ok)
  {
    ok = e.x[1] == 2 && e.x[3] == 4 && e.before == 7;
    e.x[1] = 22;
    e.x[3] = 44;
  }
  CHECK (ok && e.x[0] == 1 && e.x[1] == 22 && e.x[3] == 44 && e.after == 9);
}

template <typename T>
static void
pointer_to_members (T &x)
{
  pointer<short> s = { 7, x, 9 }, *p = &s;
  READ (s, p->x, p->after AND p->x AND p->x[1:2] AND p->before);
}

int
main ()
{
  short *p = data;
  in_data_directives<pointer> (p);
  in_data_directives<array> (data);
  whole_comes_back ();
  part_first ();
  pointer_to_members (p);
  alone<pointer> (p);
  arrays ();
  beside_others<pointer> (p);
  inside<pointer> (p);
  by_reference<pointer> (p);
  not_named<pointer> (p);
  at_one_side<pointer> (p);
  beside_whole<pointer> (p);
  by_pointer<pointer> (p);
  not_references (data);
  counted ();
  in_elements ();
  between ();
  two_levels ();
  constants ();
  pointer<short> s = { 7, p, 9 };
  s.in_member ();
  from ();
  stays ();
  return 0;
}
