# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Regions with several arrays, of sizes from nothing to more than the pinned
# memory, some with pointers in them: libgomp gives them to the plugin under
# test in lists.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

cat > structure.h <<'EOC'
/* Pointers at the ends, side by side, apart.  */
static struct
{
  int *first;
  int before[SIZE];
  int *p, *q;
  int behind[SIZE];
  int *last;
} S;

static void
USE (int n)
{
  for (int i = 0; i < 4; i++)
    data[i][n - 1] = 5 * i;
  S.first = data[0];
  S.p = data[1];
  S.q = data[2];
  S.last = data[3];
#pragma omp target map(tofrom: S, S.first[:n], S.p[:n], S.q[:n], S.last[:n])  \
    map(tofrom: data[4])
  {
    S.before[0]++;
    S.before[SIZE - 1] = S.first[n - 1]++;
    S.behind[0] = S.p[n - 1]++ + S.q[n - 1]++;
    S.behind[SIZE - 1] = S.last[n - 1]++;
    data[4][0] = 7;
  }
  CHECK (S.first == data[0] && S.p == data[1]);
  CHECK (S.q == data[2] && S.last == data[3]);
  CHECK (S.before[SIZE - 1] == 0 && S.behind[0] == 15);
  CHECK (S.behind[SIZE - 1] == 15 && data[4][0] == 7);
  for (int i = 0; i < 4; i++)
    CHECK (data[i][n - 1] == 5 * i + 1);
}
#undef SIZE
#undef S
#undef USE
EOC

cat > arrays.c <<'EOC'
#include <stdio.h>
#include <stdlib.h>

#include "check.h"

enum
{
  ARRAYS = 6,
  LARGEST = 400000
};

static int data[ARRAYS][LARGEST];
static int size[ARRAYS];

static int
choose_size (void)
{
  static const int most[] = { 10, 1000, 9000, 60000, LARGEST };
  return 1 + rand () % most[rand () % 5];
}

static void
region (int k)
{
  int *a = data[0], *b = data[1], *c = data[2], *d = data[3], *e = data[4],
      *f = data[5];
  int x = k, y = 2 * k;
#pragma omp target map(tofrom: a[:size[0]], x, b[:size[1]], c[:size[2]])     \
    map(to: d[:size[3]]) map(from: e[:size[4]]) map(tofrom: f[:size[5]], y)
  {
    x += a[0] + d[size[3] - 1];
    y += b[size[1] - 1] + c[size[2] / 2];
    a[size[0] - 1]++;
    b[0]++;
    c[size[2] / 2]++;
    d[0] = -1;
    for (int i = 0; i < size[4]; i++)
      e[i] = k + i;
    f[size[5] - 1]++;
  }
  CHECK (x == k + k + 3);
  CHECK (y == 2 * k + 1 + 2);
}

/* What the region leaves alone is as it was.  */
static void
check (int k)
{
  for (int i = 0; i < ARRAYS; i++)
    for (int j = 0; j < LARGEST; j++)
      {
        int value = i == 0 && j == 0 ? k : i;
        if (i == 4 && j < size[4])
          value = k + j;
        value += (i == 0 || i == 5) && j == size[i] - 1;
        value += i == 1 && j == 0;
        value += i == 2 && j == size[i] / 2;
        CHECK (data[i][j] == value);
      }
}

static void
fill (int k)
{
  for (int i = 0; i < ARRAYS; i++)
    {
      size[i] = choose_size ();
      for (int j = 0; j < LARGEST; j++)
        data[i][j] = i;
    }
  data[0][0] = k;
}

/* Structures with pointers that are attached: they are gathered with the rest,
   or too large for that, or for pinned memory as well.  */
#define SIZE 2
#define S small
#define USE use_small
#include "structure.h"
#define SIZE 3000
#define S middle
#define USE use_middle
#include "structure.h"
#define SIZE 9000
#define S large
#define USE use_large
#include "structure.h"
#define SIZE 200000
#define S larger
#define USE use_larger
#include "structure.h"

static void
use_structures (int n)
{
  use_small (n);
  use_middle (n);
  use_large (n);
  use_larger (n);
}

/* The same in a structure that was there before: attached, and not any more.  */
static void
use_kept (int n)
{
  int *seen;
  middle.p = data[1];
#pragma omp target enter data map(to: middle)
  for (int i = 0; i < 3; i++)
    {
      data[1][n - 1] = 5;
#pragma omp target map(tofrom: middle.p[:n])
      middle.p[n - 1]++;
      CHECK (data[1][n - 1] == 6);
      seen = NULL;
#pragma omp target map(alloc: middle) map(from: seen)
      seen = middle.p;
      CHECK (seen == data[1]);
    }
#pragma omp target exit data map(from: middle)
  CHECK (middle.p == data[1]);
}

int
main (void)
{
  for (int k = 10; k < 40; k++)
    {
      fill (k);
      region (k);
      check (k);
    }
  use_structures (1);
  use_structures (20000);
  use_structures (LARGEST);
  use_kept (1);
  use_kept (LARGEST);
  return 0;
}
EOC

compile_or_stop "the program compiles" "$GCC" -O2 \
  -I"$testsuite/libgomp.c" arrays.c
for runtime in $both_runtimes; do
  check "several arrays" on_device ./program
done
finish
