# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Rectangles of device memory on the plugin under test: what is copied, and by
# how many calls.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

cat > rectangles.c <<'EOC'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { P = 5, Y = 7, X = 11 };
static int here[P][Y][X], there[P][Y][X], back[P][Y][X];

static int
is_inside (int p, int y, int x)
{
  return p >= 1 && p < 4 && y >= 2 && y < 6 && x >= 3 && x < 10;
}

/* A box of three planes, four rows, seven columns in, within and out.  */
static int
copy_boxes (void)
{
  int host = omp_get_initial_device ();
  size_t dims[3] = { P, Y, X }, volume[3] = { 3, 4, 7 }, start[3] = { 1, 2, 3 };
  size_t none[3] = { 0, 0, 0 };
  void *a = omp_target_alloc (sizeof here, 0);
  void *b = omp_target_alloc (sizeof here, 0);
  int r = omp_target_memcpy_rect (a, here, sizeof (int), 3, volume, none, start,
                                  dims, dims, 0, host);
  r |= omp_target_memcpy_rect (b, a, sizeof (int), 3, volume, start, none, dims,
                               dims, 0, 0);
  r |= omp_target_memcpy_rect (back, b, sizeof (int), 3, volume, start, start,
                               dims, dims, host, 0);
  for (int i = 0; i < P * Y * X; i++)
    {
      int p = i / (X * Y), y = i / X % Y, x = i % X;
      r |= back[p][y][x] != (is_inside (p, y, x) ? here[p][y][x] : 0);
    }
  omp_target_free (a, 0);
  omp_target_free (b, 0);
  return r;
}

/* Columns of a matrix, one of which has another width.  */
static int
copy_columns (void)
{
  int host = omp_get_initial_device (), r;
  size_t to_dims[2] = { Y, 2 }, dims[2] = { Y, X }, volume[2] = { Y, 2 };
  size_t none[2] = { 0, 0 }, start[2] = { 0, 5 };
  int columns[Y][2];
  void *a = omp_target_alloc (sizeof columns, 0);
  r = omp_target_memcpy_rect (a, here[2], sizeof (int), 2, volume, none, start,
                              to_dims, dims, 0, host);
  r |= omp_target_memcpy (columns, a, sizeof columns, 0, 0, host, 0);
  for (int y = 0; y < Y; y++)
    r |= columns[y][0] != here[2][y][5] || columns[y][1] != here[2][y][6];
  omp_target_free (a, 0);
  return r;
}

int
main (void)
{
  for (int i = 0; i < P * Y * X; i++)
    here[i / (X * Y)][i / X % Y][i % X] = i + 1;
  int boxes = copy_boxes (), columns = copy_columns ();
  printf ("boxes %d columns %d\n", boxes, columns);
  return boxes || columns;
}
EOC

check "the program compiles" compile "$GCC" -O2 rectangles.c
if ! stock_is_newer; then
  runtime=$PWD/stock
  check "on GCC's libgomp" on_device ./program
fi
runtime=$LIBDIR
export STANDIN_CUDA_LOG="$PWD/log"
check "on this libgomp" on_device ./program
check "a call for each in and within, and a wait" \
  test "$(grep -c cuMemcpy3DAsync_v2 log)" = 3
check "a call for each out" test "$(grep -c '^cuMemcpy3D_v2' log)" = 1
check "none of which failed" test "$(grep -c '^cuMemcpy3D.* = ' log)" = 0
finish
