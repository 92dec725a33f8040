# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Programs whose images our mkoffload made, on the distribution's libgomp and
# plugin.
. "$testsuite/cuda/programs.inc"

ours=yes
try_programs -O0
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
# try_here COMPILER OPTION... SOURCE
try_here () {
  check "$* compiles" compile "$@"
  check "$* runs" on_device ./program
}
for option in -O0 -O2; do
  try_here "$GCC" $option both.c
  if test "$GXX" != no; then
    try_here "$GXX" $option constructors.cc
  fi
done
finish
