# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# OpenACC programs on the stand-in: levels, routines and reductions, with images
# of GCC's mkoffload and of ours, on GCC's library with its plugin and with ours,
# and on our library; then queues, properties and CUDA streams of our plugin by
# GCC's library, and of GCC's plugin by ours.
. "$testsuite/nvptx/programs.inc"

programs=$testsuite/toolchain
reference=$PWD/stock
mixed=$PWD/mixed
mkdir -p mixed
ln -sf "$stock" mixed/libgomp.so.1
if has_target nvptx-none; then
  ln -sf "$LIBDIR/libgomp-plugin-nvptx.so.1" mixed/libgomp-plugin-nvptx.so.1
  libraries="$reference $LIBDIR"
  stock_is_newer || libraries="$libraries $mixed"
  theirs=$PWD/theirs
  mkdir -p theirs
  ln -sf "$LIBDIR/libgomp.so.1" theirs/libgomp.so.1
  ln -sf "$(stock_library libgomp-plugin-nvptx.so.1)" \
    theirs/libgomp-plugin-nvptx.so.1
else
  libraries=$reference
fi

# acc OPTION... SOURCE...: to ./program, for the device.
acc () {
  if test -n "$ours"; then
    "$GCC" -B"$TOOLCHAIN" -w -fopenacc -foffload=nvptx-none "$@" -o program -lm
  else
    "$GCC" -w -fopenacc -foffload=nvptx-none \
      "-foffload-options=$offload_options" "$@" -o program -lm
  fi
}

# each NAME: ./program, on each library.
each () {
  for runtime in $libraries; do
    check "$1, ${ours:+our }image, $(basename "$runtime")" \
      on_device env ACC_DEVICE_TYPE=nvidia ./program
  done
}

for option in -O0 -O2; do
  for ours in '' yes; do
    check "levels $option${ours:+, our image} compile" \
      acc $option "$programs/acc-levels.c" "$programs/acc-routines.c"
    each "levels $option"
    check "operators $option${ours:+, our image} compile" \
      acc $option "$programs/acc-operators.c"
    each "operators $option"
  done
done

# GCC 12's code is right only if rows end where tiles do: doc/openacc.texi.
cat > tile.c <<'C'
static int m[20][64];

int
main (void)
{
  int wrong = 0;
#pragma acc parallel loop tile(4, 8) copyout(m) num_gangs(3)
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 64; j++)
      m[i][j] = 100 * i + j;
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 64; j++)
      wrong += m[i][j] != 100 * i + j;
  return wrong != 0;
}
C
for ours in '' yes; do
  check "tiles${ours:+, our image} compile" acc -O2 tile.c
  each tiles
done

ours=
if ! has_target nvptx-none; then
  finish
fi
cat > queues.c <<'C'
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

#define N 50000

static int errors;
#define EXPECT(c) ((c) ? 0 : (errors++, printf ("line %d: %s\n", __LINE__, #c)))

static void
test_order (int *a, int *b)
{
  int wrong = 0;
#pragma acc data copyin(a[0:N]) copy(b[0:N])
  {
    for (int r = 0; r < 20; r++)
#pragma acc parallel loop async(1) present(a[0:N], b[0:N])
      for (int i = 0; i < N; i++)
        b[i] += a[i];
#pragma acc wait(1) async(2)
#pragma acc parallel loop async(2) present(b[0:N])
    for (int i = 0; i < N; i++)
      b[i] *= 2;
#pragma acc update self(b[0:N]) async(2)
    acc_wait (2);
    EXPECT (acc_async_test (1) == 1 && acc_async_test (2) == 1);
    EXPECT (acc_async_test_all () == 1);
    for (int i = 0; i < N; i++)
      wrong += b[i] != 40 * i;
    acc_wait_async (2, 5);
    acc_wait_all_async (3);
    acc_wait_all ();
  }
  EXPECT (wrong == 0);
}

static void
test_many_queues (void)
{
  int wrong = 0;
  for (int q = 0; q < 64; q++)
    {
      int *c = malloc (1000 * sizeof (int));
      for (int i = 0; i < 1000; i++)
        c[i] = q;
#pragma acc parallel loop copy(c[0:1000]) async(q % 8)
      for (int i = 0; i < 1000; i++)
        c[i] += i;
      acc_wait (q % 8);
      for (int i = 0; i < 1000; i++)
        wrong += c[i] != q + i;
      free (c);
    }
  EXPECT (wrong == 0);
}

static void
test_cuda (int *b)
{
  EXPECT (acc_get_current_cuda_device () != NULL);
  EXPECT (acc_get_current_cuda_context () != NULL);
  void *stream = acc_get_cuda_stream (1);
  EXPECT (stream != NULL);
  EXPECT (acc_set_cuda_stream (9, stream) == 1);
#pragma acc parallel loop copy(b[0:N]) async(9)
  for (int i = 0; i < N; i++)
    b[i] += 1;
#pragma acc wait(9)
  EXPECT (b[7] == 281);
}

int
main (void)
{
  int *a = malloc (N * sizeof (int)), *b = malloc (N * sizeof (int));
  for (int i = 0; i < N; i++)
    a[i] = i, b[i] = 0;
  acc_init (acc_device_nvidia);
  EXPECT (acc_get_property (0, acc_device_nvidia, acc_property_memory)
         >= acc_get_property (0, acc_device_nvidia, acc_property_free_memory));
  EXPECT (acc_get_property (0, acc_device_nvidia, acc_property_free_memory)
          > 0);
  EXPECT (acc_get_property_string (0, acc_device_nvidia, acc_property_name)[0]);
  test_order (a, b);
  test_many_queues ();
  test_cuda (b);
  acc_shutdown (acc_device_nvidia);
  acc_init (acc_device_nvidia);
#pragma acc parallel loop copy(b[0:N])
  for (int i = 0; i < N; i++)
    b[i] += 1;
  EXPECT (b[7] == 282);
  return errors != 0;
}
C
need_same_interface "queues of our plugin on GCC's library, and the reverse"
for option in -O0 -O2; do
  check "queues $option compile" acc $option queues.c
  for runtime in "$mixed" "$theirs"; do
    on_device env ACC_DEVICE_TYPE=nvidia ./program
    conclude "queues $option, $(basename "$runtime")"
  done
done
finish
