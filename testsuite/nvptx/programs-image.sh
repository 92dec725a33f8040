# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Programs whose images our mkoffload made, optimized, among them programs of
# which GCC's mkoffload makes no image, on the distribution's libgomp and
# plugin.
. "$testsuite/nvptx/programs.inc"

ours=yes
try_programs -O2

cat > constructors.cc <<'C'
#pragma omp declare target
static int alive;
struct counted
{
  int value;
  counted (int v);
  ~counted ();
};
counted::counted (int v) : value (v) { alive++; }
counted::~counted () { alive--; }
#pragma omp end declare target

int
main ()
{
  int inside = 0, after = 5;
#pragma omp target map(tofrom: inside, after)
  {
    {
      counted a (1), b (2);
      inside = a.value + b.value + 10 * alive;
    }
    after = alive;
    counted *one = new counted (7);
    int *many = new int[100];
    many[99] = alive;
    inside += 100 * one->value + 1000 * many[99];
    delete one;
    delete[] many;
    after += alive;
  }
  return inside == 1723 && after == 0 ? 0 : 1;
}
C
cat > both.c <<'C'
#include <complex.h>
#include <math.h>
#pragma omp declare target
int
deep (int n)
{
  return n == 0 ? 0 : 1 + deep (n - 1);
}
#pragma omp end declare target

int
main (void)
{
  int a = 0, b = 0;
  double _Complex z = 0;
  double s = 3;
#pragma omp target parallel for reduction(+: a, b, z) map(tofrom: a, b, z, s)
  for (int i = 0; i < 10; i++)
    {
      a += deep (i);
      b += 2 * i;
      z += i * I;
      if (i == 3)
        s = sin (s);
    }
  return a == 45 && b == 90 && cimag (z) == 45 && fabs (s - sin (3)) < 1e-12
           ? 0 : 1;
}
C
cat > narrow.c <<'C'
#pragma omp declare target
static char flag;
static signed char c = 1;
static short s = 1;
#pragma omp end declare target

int
main (void)
{
  int was = 0, is = 0;
#pragma omp target map(tofrom: was, is)
  {
    was = __atomic_test_and_set (&flag, __ATOMIC_SEQ_CST);
    was += 10 * __atomic_test_and_set (&flag, __ATOMIC_SEQ_CST);
    was += 100 * __atomic_fetch_or (&c, 6, __ATOMIC_SEQ_CST);
    was += 1000 * __atomic_fetch_or (&s, 6, __ATOMIC_SEQ_CST);
    is = c + 10 * s;
  }
  return was == 1110 && is == 77 ? 0 : 1;
}
C
# By GCC's own library; openacc.sh has more, and ours.
cat > acc.c <<'C'
#include <openacc.h>
int
main (void)
{
  int a[1000], n = 1000, sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma acc data copy(a)
  {
#pragma acc parallel loop gang vector
    for (int i = 0; i < n; i++)
      a[i] = 2 * a[i] + acc_on_device (acc_device_nvidia);
#pragma acc parallel loop reduction(+: sum)
    for (int i = 0; i < n; i++)
      sum += a[i];
  }
  return sum != 1000000 || a[999] != 1999;
}
C
# try_here COMPILER OPTION... SOURCE
try_here () {
  check "$* compiles" compile "$@"
  check "$* runs" on_device ./program
}
for option in -O0 -O2 "-O2 -flto"; do
  try_here "$GCC" $option both.c
  try_here "$GCC" $option narrow.c
  check "-fopenacc $option compiles" "$GCC" -B"$TOOLCHAIN" -fopenacc $option \
    -foffload=nvptx-none acc.c "$stock" -o program
  check "-fopenacc $option runs" on_device env ACC_DEVICE_TYPE=nvidia ./program
  if test "$GXX" != no; then
    try_here "$GXX" $option constructors.cc
  fi
done
finish
