# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Regions with several arrays, of sizes from nothing to more than pinned memory,
# some with pointers in them: libgomp gives them to the plugin under test in lists.
. "$testsuite/cuda/programs.inc"
. "$testsuite/cuda/plugin.inc"

cat > arrays.c <<'EOC'
#include <stdio.h>
#include <stdlib.h>

#define CHECK(e)                                                               \
  ((e) ? (void)0 : (fprintf (stderr, "%d: %s\n", __LINE__, #e), abort ()))

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

/* An array that is too large to be gathered, with a pointer in it.  */
static struct
{
  int before[9000];
  int *p;
  int behind[9000];
} holder;

static void
use_pointer (int n)
{
  int *own = holder.p = data[1];
  data[1][n - 1] = 5;
#pragma omp target map(tofrom: holder, holder.p[:n], data[2])
  {
    holder.before[0] = 1;
    holder.behind[8999] = holder.p[n - 1]++;
    data[2][0] = 7;
  }
  CHECK (holder.p == own && holder.before[0] == 1);
  CHECK (holder.behind[8999] == 5 && data[1][n - 1] == 6 && data[2][0] == 7);
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
  use_pointer (1);
  use_pointer (20000);
  use_pointer (LARGEST);
  return 0;
}
EOC

compile_or_stop "the program compiles" "$GCC" -O2 arrays.c
for runtime in "$LIBDIR" "$PWD/stock"; do
  check "several arrays" on_device ./program
done
finish
