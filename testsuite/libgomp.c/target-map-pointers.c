/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-compiler-may-fail "map clauses through members" } */
/* { dg-additional-options "-w" } */
/* { dg-skip-stock "GCC 12 does not pass all pointers on the way" } */
/* What a region reaches by pointers in structures, two levels deep: with the
   pointers and structures on the way in map clauses, or without them, and
   beside other members.  */

#include "map-pointers.h"

/* Beside other members GCC 14 passes the pointer x of "target" only.  */
#if __GNUC__ < 14
#define READ_BESIDE READ_TWICE
#else
#define READ_BESIDE READ
#endif

static short data[4];

static void
reset (void)
{
  for (int i = 0; i < 4; i++)
    data[i] = i + 1;
}

struct by_pointer
{
  int before;
  short *y;
  int after;
};

struct embedded
{
  int before;
  short y[4];
  int after;
};

/* The same clauses for both kinds of INNER structure.  */
#define LEVELS(inner, ...)                                                    \
  struct to_##inner                                                           \
  {                                                                           \
    int before;                                                               \
    struct inner *x;                                                          \
    int after;                                                                \
  };                                                                          \
  struct with_##inner                                                         \
  {                                                                           \
    int before;                                                               \
    struct inner x[2];                                                        \
    int after;                                                                \
  };                                                                          \
                                                                              \
  static void levels_##inner (void)                                           \
  {                                                                           \
    struct inner i = { 3, __VA_ARGS__, 4 };                                   \
    struct to_##inner s = { 7, &i, 9 }, *p = &s, two[2] = { s, s };           \
    READ_TWICE (s.x->y, s.x->y[1:2]);                                         \
    READ_TWICE (s.x->y, s.x->y[0:3]);                                         \
    READ_BESIDE (s.x->y, s.before, s.x->y[1:2]);                              \
    READ_BESIDE (s.x->y, s.after, s.x->y[1:2], s.before);                     \
    READ_TWICE (s.x->y, s, s.x->y[1:2]);                                      \
    READ_TWICE (s.x->y, s.x, s.x->y[1:2]);                                    \
    READ_TWICE (s.x->y, s.x->y, s.x->y[1:2]);                                 \
    READ_TWICE (s.x->y, s.x, s.x->y, s.x->y[1:2]);                            \
    READ_TWICE (s.x->y, s.x[0:1], s.x->y[1:2]);                               \
    READ_TWICE (s.x->y, s, s.x[0:1], s.x->y[0:3]);                            \
    READ (p->x->y, p->x->y[1:2]);                                             \
    READ (p->x->y, p->before, p->x->y[1:2]);                                  \
    READ (p->x->y, p[0:1], p->x->y[1:2]);                                     \
    READ (two[1].x->y, two[1].x->y[1:2]);                                     \
    READ (two[1].x->y, two, two[1].x->y[1:2]);                                \
    CHECK (s.x == &i && s.before == 7 && s.after == 9);                       \
    struct with_##inner a = { 7, { i, i }, 9 }, *q = &a;                      \
    READ_TWICE (a.x[1].y, a.x[1].y[1:2]);                                     \
    READ_TWICE (a.x[1].y, a.before, a.x[1].y[1:2]);                           \
    READ_TWICE (a.x[1].y, a.x[1].y[0:3], a.after);                            \
    READ_TWICE (a.x[1].y, a.x, a.x[1].y[1:2]);                                \
    READ_TWICE (a.x[1].y, a.before, a.x[1].y, a.x[1].y[1:2]);                 \
    READ_TWICE (a.x[1].y, a, a.x[1].y[1:2]);                                  \
    READ (q->x[1].y, q->x[1].y, q->x[1].y[1:2]);                              \
    READ (q->x[1].y, q->before, q->x[1].y[1:2]);                              \
    CHECK (a.before == 7 && a.after == 9);                                    \
  }

LEVELS (by_pointer, data)
LEVELS (embedded, { 1, 2, 3, 4 })

static void
one_level (void)
{
  struct by_pointer s = { 7, data, 9 }, two[2] = { s, s };
  READ_TWICE (s.y, s, s.y, s.y[0:3]);
  READ (two[1].y, two, two[1].y[1:2]);
  READ (two[1].y, two, two[1].y, two[1].y[0:3]);
  struct embedded e = { 7, { 1, 2, 3, 4 }, 9 }, pair[2] = { e, e };
  READ_TWICE (pair[1].y, pair, pair[1].y[1:2]);
}

/* Arrays of pointers that are mapped, with sections of what these point to.  */
static void
of_pointers (void)
{
  short *two[2] = { data, data };
  struct
  {
    int before;
    short **x;
  } s = { 7, two };
  int i = 1;
  READ (s.x[1], s.x[0:2], s.x[1][1:2]);
  READ (s.x[i], s, s.x[0:2], s.x[i][1:2]);
  CHECK (two[0] == data && two[1] == data && s.x == two);
}

/* In other directions than to and from.  */
static void
directions (void)
{
  struct by_pointer i = { 3, data, 4 };
  struct to_by_pointer s = { 7, &i, 9 };
  int ok = 0;
  reset ();
#pragma omp target map(to: s.before, s.x->y[1:2]) map(from: ok)
  ok = s.before == 7 && s.x->y[1] == 2 && s.x->y[2] == 3;
  CHECK (ok);
#pragma omp target map(to: s.before) map(from: s.x->y[1:2])
  for (int k = 1; k < 3; k++)
    s.x->y[k] = 70 + k;
  CHECK (data[0] == 1 && data[1] == 71 && data[2] == 72 && data[3] == 4);
#pragma omp target map(alloc: s.x->y[1:2]) map(from: ok)
  {
    s.x->y[1] = 5;
    ok = s.x->y[1];
  }
  CHECK (ok == 5);
  /* What a region does to pointers that no section needs comes back.  */
#pragma omp target map(tofrom: s)
  s.x = 0;
  CHECK (s.x == 0 && s.after == 9);
}

int
main (void)
{
  levels_by_pointer ();
  levels_embedded ();
  one_level ();
  of_pointers ();
  directions ();
  return 0;
}
