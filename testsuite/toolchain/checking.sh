#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The mapping checker's image is made if, and only if, it is asked for, in all
# kinds of links.
. "$(dirname "$0")/common.inc"
unset OFFLOAD_EMUL_CHECK
option=-DOFFLOAD_EMUL_CHECK

cat > main.c <<'C'
#include <stdio.h>
void add (int *a, int n);
int main (void)
{
  int a[10] = { 0 };
  add (a, 10);
  printf ("%d\n", a[3]);
  return 0;
}
C
cat > add.c <<'C'
#ifndef SHORT
#define SHORT 1
#endif
void add (int *a, int n)
{
#pragma omp target map(to: a[0:n - SHORT])
  for (int i = 0; i < n; i++)
    a[i] = i;
}
C

# reports PROGRAM PATTERN...: under the checker it prints each of them.
reports () {
  program=$1
  shift
  OFFLOAD_EMUL_CHECK=1 "./$program" > reports 2>&1
  cat reports
  for pattern; do grep -q -e "$pattern" reports || return 1; done
}
sees_region='add.c:8: write of 4 bytes outside .*: a\[.*\[bounds\]'
sees_host='main.c:7: the host reads .*: a\[3\] \[lost\]'
sees_nothing='warning: mapping check: the device code was built without'

build () { cc -O1 "$@" main.c add.c -o prog; }
calls_checker () { nm "$1" | grep -q __offgomp_check; }

no_calls () { build && ! calls_checker prog; }
verdict "no calls without the option" no_calls
verdict "says that the program has none" reports prog "$sees_nothing"

with_option () { build $option && reports prog "$sees_region" "$sees_host"; }
verdict "by the option" with_option
with_value () { build $option=1 && reports prog "$sees_region"; }
verdict "by the option with a value" with_value
by_variable () {
  OFFLOAD_EMUL_CHECK=1 build && reports prog "$sees_region" "$sees_host"
}
verdict "by the variable" by_variable
not_by_variable () { OFFLOAD_EMUL_CHECK=0 build && ! calls_checker prog; }
verdict "not by the variable, 0" not_by_variable
for value in none '' '0, none' bogus bounds=1 'status=256'; do
  wrong_value () { OFFLOAD_EMUL_CHECK=$value build && ! calls_checker prog; }
  verdict "not by the variable, '$value'" wrong_value
done
for value in bounds ' All , status = 9' status=3 json=x; do
  right_value () { OFFLOAD_EMUL_CHECK=$value build && calls_checker prog; }
  verdict "by the variable, '$value'" right_value
done

# Without the option nothing is paid: GCC alone makes the same code.
cat > many.cc <<'C'
#include <numeric>
#include <vector>
double sum (std::vector<double> v)
{
  double *p = v.data ();
  std::size_t n = v.size ();
#pragma omp target map(tofrom: p[0:n])
  for (std::size_t i = 0; i < n; i++)
    p[i] += i;
  return std::accumulate (v.begin (), v.end (), 0.);
}
C
cat > many.f90 <<'F'
subroutine scale (a, n)
  integer :: n, i
  real :: a(n)
  !$omp target map(tofrom: a)
  do i = 1, n
    a(i) = 2 * a(i)
  end do
  !$omp end target
  print *, sum(a)
end subroutine scale
F
code_of () { objdump -d "$1" | sed 1,3d; }
same_code () {
  "$1" -fopenmp $level -c "$2" -o alone.o \
    && "$1" -B"$toolchain/" -fopenmp $level -c "$2" -o ours.o \
    && code_of alone.o > alone && code_of ours.o > ours && cmp alone ours \
    && grep -q ret ours
}
for level in -O0 -O2 -O3; do
  verdict "the code of GCC alone, C, $level" same_code "$CC" add.c
  verdict "the code of GCC alone, C++, $level" same_code "$CXX" many.cc
  verdict "the code of GCC alone, Fortran, $level" same_code "$FC" many.f90
done
at_compilation_only () {
  cc -O1 $option -c main.c add.c && cc main.o add.o -o prog \
    && reports prog "$sees_region" "$sees_host"
}
verdict "by the option at the compilation" at_compilation_only
at_link_only () {
  cc -O1 -c main.c add.c && cc $option main.o add.o -o prog \
    && reports prog 'add.c:8: .*\[bounds\]' && ! grep '\[lost\]' reports
}
verdict "the device alone, by the option at the link" at_link_only
one_object () {
  cc -O1 -c main.c && cc -O1 $option -c add.c && cc main.o add.o -o prog \
    && reports prog "$sees_region"
}
verdict "one object with the option" one_object
in_archive () {
  cc -O1 $option -c main.c add.c && ar rc libadd.a add.o \
    && cc main.o -L. -ladd -o prog && reports prog "$sees_region" "$sees_host"
}
verdict "in an archive" in_archive
in_library () {
  cc -O1 $option -fPIC -shared add.c -o libadd.so \
    && cc -O1 $option main.c -L. -ladd -Wl,-rpath,"$PWD" -o prog \
    && reports prog "$sees_region" "$sees_host"
}
verdict "in a shared library" in_library
for more in -O0 -O3 -g -no-pie -flto; do
  variant () { build $option $more && reports prog "$sees_region"; }
  verdict "with $more" variant
done
without_checker () {
  build $option -DSHORT=0 && ./prog > plain 2>&1 && cat plain && grep -qx 0 plain
}
verdict "the program without the checker" without_checker
verdict "nothing is left" nothing_left

# The calls cause no warnings: what a region writes is not uninitialized, and a
# variable that ends is not used.
cat > written.c <<'C'
static int sum_of (int n)
{
  int a[10], sum = 0;
#ifdef _OPENACC
#pragma acc parallel loop copyout(a)
#else
#pragma omp target map(from: a)
#endif
  for (int i = 0; i < 10; i++)
    a[i] = i;
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}
static int depth_of (int n, const int *outer)
{
  int own[2] = { n, 0 };
#ifdef _OPENACC
#pragma acc serial copy(own)
#else
#pragma omp target map(tofrom: own)
#endif
  own[1] = own[0] + 1;
  return n == 0 ? own[1] + *outer : depth_of (n - 1, own);
}
int main (int argc, char **argv)
{
  (void)argv;
  return sum_of (argc + 9) + depth_of (argc, &argc) == 0;
}
C
quiet () {
  timeout 600 "$CC" -B"$toolchain/" "$@" $option -Wall -Wextra -Werror -c \
    written.c -o written.o
}
for level in -O0 -O1 -O2 -O3; do
  verdict "no warnings, $level" quiet -fopenmp $level
  verdict "no warnings for OpenACC, $level" quiet -fopenacc $level
done
finish
