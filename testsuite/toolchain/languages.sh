#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# C++, Fortran and OpenACC.
. "$(dirname "$0")/common.inc"

cat > t.cc <<'C'
#include <cassert>
#include <cstdio>
#include <stdexcept>
#include <vector>
#pragma omp declare target
template <typename T> T twice (T x) { return x + x; }
struct A { virtual int f (int x) { return x; } virtual ~A () {} };
struct B : A { int f (int x) override { return twice (x); } };
static const char *name () { return __func__; }
static int call (A *a, int x) { return a->f (x); }
static int make (int x) { B b; return call (&b, x); }
#pragma omp end declare target
int main ()
{
  int n = 4;
#pragma omp target map(tofrom: n)
  {
    B b; A *a = &b;
    asm ("" : "+r" (a));
    std::vector<int> v (10, (make (n) + a->f (n)) / 2);
    assert (name ()[0] == 'n');
    try { if (v[3] == 8) throw std::runtime_error ("x"); }
    catch (std::exception &) { n = v[4] * 2; }
  }
  std::printf ("%d\n", n);
}
C
cat > t.f90 <<'C'
module m
  implicit none
  integer :: weight = 3
  !$omp declare target (weight)
contains
  integer function f (i)
    !$omp declare target
    integer, intent(in) :: i
    f = i * weight
  end function
end module
program p
  use, intrinsic :: ieee_arithmetic
  use omp_lib
  use m
  implicit none
  integer, allocatable :: a(:)
  integer :: i
  allocate (a(10))
  !$omp target teams distribute parallel do map(from: a)
  do i = 1, 10
    a(i) = f (i)
  end do
  !$omp target map(to: a)
  if (ieee_is_nan (real (a(1)))) print *, 'nan'
  !$omp end target
  print '(i0)', sum (a)
end program
C
for o in -O0 -O2 -Os -g; do
  verdict "C++ $o" sh -c "$CXX -B$toolchain/ -fopenmp $o t.cc -o t && nm t | grep -q offgomp_x86emul_image && ./t | grep -qx 16"
  verdict "Fortran $o" sh -c "$FC -B$toolchain/ -fopenmp $o t.f90 -o t && nm t | grep -q offgomp_x86emul_image && ./t | grep -qx 165"
done
cat > acc.c <<'C'
int main (void)
{
  int s = 0;
#pragma acc parallel loop reduction(+: s) copy(s)
  for (int i = 0; i < 10; i++)
    s += i;
  return s != 45;
}
C
# As a library: whether the run-time library has OpenACC does not matter.
verdict "OpenACC" sh -c "$CC -B$toolchain/ -fopenacc -fPIC -shared acc.c \
  -o libacc.so && nm libacc.so | grep -q offgomp_x86emul_image"

finish
