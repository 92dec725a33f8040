#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# OpenACC programs for emulated devices, in every form of link.
. "$(dirname "$0")/common.inc"

OMP_TARGET_OFFLOAD=mandatory
export OMP_TARGET_OFFLOAD
acc () { timeout 600 "$CC" -B"$toolchain/" -fopenacc "$@"; }

# levels NAME OPTION...: gangs, workers, vectors and routines of another file;
# only a device has more than one gang.
levels () {
  verdict "$1: compiles" acc $2 -DONLY_CPU "$here/acc-levels.c" \
    "$here/acc-routines.c" -o levels
  verdict "$1: has an image" has_image levels
  verdict "$1: runs" ./levels
}
for o in -O0 -O1 -O2 -O3 -Os '-O2 -g' '-O2 -flto' '-O2 -no-pie -fno-pie' \
    '-O2 -fopenmp'; do
  levels "levels $o" "$o"
done
for o in -O0 -O2; do
  verdict "operators $o: compile" \
    acc $o -w -DONLY_CPU "$here/acc-operators.c" -o operators
  verdict "operators $o: run" ./operators
done

# A shared library with the routines' caller in the program, and with regions of
# its own.
cat > lib.c <<'C'
int
library (int gangs)
{
  int size = 0;
#pragma acc parallel num_gangs(gangs) copy(size)
  {
#pragma acc atomic write
    size = __builtin_goacc_parlevel_size (0);
  }
  return size;
}
C
cat > main.c <<'C'
#include <stdio.h>
int library (int);
int
main (void)
{
  int sum = 0;
#pragma acc parallel num_gangs(3) reduction(+: sum)
  sum += 1;
  printf ("%d %d\n", sum, library (5));
  return 0;
}
C
verdict "a shared library" acc -O2 -fPIC -shared lib.c -o liblib.so
verdict "a program with it" acc -O2 main.c -L. -llib -Wl,-rpath,. -o main
verdict "both have gangs" prints ./main 3 5

# The same library, loaded and unloaded by a program without regions.
cat > load.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
int
main (void)
{
  int sizes[2];
  for (int i = 0; i < 2; i++)
    {
      void *handle = dlopen ("./liblib.so", RTLD_NOW);
      int (*library) (int) = (int (*) (int))dlsym (handle, "library");
      sizes[i] = library (5 + i);
      dlclose (handle);
    }
  printf ("%d %d\n", sizes[0], sizes[1]);
  return 0;
}
C
verdict "a program that loads it" $GCC -w -O2 load.c -ldl -o load
verdict "loaded again it has gangs" prints ./load 5 6

# The number of gangs where the program gives none.
cat > dim.c <<'C'
#include <stdio.h>
int
main (void)
{
  int size = 0;
#pragma acc parallel copy(size)
  {
#pragma acc loop gang
    for (int i = 0; i < 100; i++)
      if (i == 0)
        size = __builtin_goacc_parlevel_size (0);
  }
  printf ("%d\n", size);
  return 0;
}
C
# Not what OMP_NUM_THREADS says, which nproc prints.
cpus=$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)
gangs () { test "$(GOMP_OPENACC_DIM=$1 ./dim)" = "$2"; }
says_dim () { GOMP_OPENACC_DIM=$1 ./dim 2>&1 | grep -q "$2: '$1' is wrong"; }
verdict "no number is given" acc -O2 dim.c -o dim
verdict "as many gangs as CPUs" gangs '' "$cpus"
# GOMP_OPENACC_DIM, also with numbers that an emulated device does not need.
for value in 6 6: 6:4 6:4:32 6::32 ' 6 '; do
  verdict "GOMP_OPENACC_DIM='$value'" gangs "$value" 6
done
verdict "GOMP_OPENACC_DIM=:4:32 has no gangs" gangs :4:32 "$cpus"
for value in x 6:x 0 -6 6:4:32:1 6.5 99999999999; do
  verdict "GOMP_OPENACC_DIM=$value is wrong" gangs "$value" "$cpus"
  verdict "GOMP_OPENACC_DIM=$value is reported" \
    says_dim "$value" "Invalid value for environment variable GOMP_OPENACC_DIM"
done
verdict "-fopenacc-dim= is taken" acc -O2 -fopenacc-dim=7:2 dim.c -o dim
verdict "-fopenacc-dim= counts" gangs '' 7
verdict "-fopenacc-dim= counts more than GOMP_OPENACC_DIM" gangs 6 7

# OpenMP and OpenACC: in one file, and in two.
cat > omp.c <<'C'
int
openmp (int *x, int n)
{
  int teams = 0;
#pragma omp target teams distribute num_teams(2) map(x[:n]) map(from: teams)
  for (int i = 0; i < n; i++)
    {
      x[i] += 1;
      teams = 2;
    }
  return teams;
}
C
cat > acc.c <<'C'
int
openacc (int *x, int n)
{
  int gangs = 0;
#pragma acc parallel loop num_gangs(4) copy(x[:n]) reduction(max: gangs)
  for (int i = 0; i < n; i++)
    {
      x[i] *= 2;
      gangs = 4;
    }
  return gangs;
}
C
cat > both.c <<'C'
#include <stdio.h>
int openmp (int *, int), openacc (int *, int);
int
main (void)
{
  int x[10] = { 0 }, wrong = 0;
#pragma omp target data map(x)
  wrong += openmp (x, 10) != 2 || openacc (x, 10) != 4;
#pragma acc data copy(x)
  wrong += openmp (x, 10) != 2 || openacc (x, 10) != 4;
  for (int i = 0; i < 10; i++)
    wrong += x[i] != 6;
  printf ("%d\n", wrong);
  return 0;
}
C
verdict "an object of OpenMP" cc -O2 -c omp.c
verdict "an object of OpenACC" acc -O2 -c acc.c
verdict "an object of both" acc -fopenmp -O2 -c both.c
verdict "one link of both" acc -fopenmp both.o omp.o acc.o -o both
verdict "both map the same data" prints ./both 0
verdict "one compilation of both" acc -fopenmp -O2 both.c omp.c acc.c -o both
verdict "it runs, too" prints ./both 0

cat > t.cc <<'C'
#include <cstdio>
#include <vector>
#pragma acc routine seq
template <typename T> T added (T x, T y) { return x + y; }
struct sum { double value; };
int
main ()
{
  std::vector<double> v (1000, 2);
  double *p = v.data (), all = 0;
  sum s = { 1 };
#pragma acc parallel loop num_gangs(5) copy(p[0:1000]) copyin(s) \
    reduction(+: all)
  for (int i = 0; i < 1000; i++)
    {
      p[i] = added (s.value, p[i]);
      all += p[i];
    }
  std::printf ("%g %g\n", v[999], all);
}
C
cat > t.f90 <<'C'
module m
  implicit none
contains
  integer function twice (i)
    !$acc routine seq
    integer, intent (in) :: i
    twice = 2 * i
  end function
end module
program p
  use m
  implicit none
  integer :: a(100), i, j, s
  real :: r
  s = 0
  r = 0.5
  a = 1
  !$acc parallel loop num_gangs(9) copy(a) reduction(+: s) reduction(max: r)
  do i = 1, 100
    a(i) = a(i) + twice (i)
    s = s + a(i)
    r = max (r, real (i))
  end do
  !$acc parallel loop collapse(2) num_gangs(3) copy(a)
  do i = 0, 9
    do j = 1, 10
      a(10 * i + j) = a(10 * i + j) - 1
    end do
  end do
  print '(i0,1x,i0,1x,f5.1)', s, sum (a), r
end program
C
for o in -O0 -O2; do
  verdict "C++ $o" timeout 600 "$CXX" -B"$toolchain/" -fopenacc $o t.cc -o t
  verdict "C++ $o runs" prints ./t '3 3000'
  verdict "Fortran $o" timeout 600 "$FC" -B"$toolchain/" -fopenacc $o t.f90 -o t
  verdict "Fortran $o runs" prints ./t '10200 10100 100.0'
done

# What a region calls that is no function of the device.
cat > missing.c <<'C'
int outside (int);
int
main (void)
{
  int x = 1;
#pragma acc parallel copy(x)
  x = outside (x);
  return x;
}
C
echo 'int outside (int x) { return x; }' > outside.c
says not 'a function without a routine directive' \
  "hint: .*'#pragma acc routine'.*'!\$acc routine'.* where it is defined" \
  acc -O2 missing.c outside.c -o missing

# A member function of C++, which GCC allows no routine directive.
cat > member.cc <<'C'
#pragma omp declare target
struct line
{
  int a, b;
  int at (int x) const;
};
int line::at (int x) const { return a * x + b; }
#pragma omp end declare target
int
main ()
{
  int d[10];
  line l = { 2, 1 };
#pragma acc parallel loop copyout(d) firstprivate(l)
  for (int i = 0; i < 10; i++)
    d[i] = l.at (i);
  int sum = 0;
#pragma omp target map(to : d, l) map(tofrom : sum)
  for (int i = 0; i < 10; i++)
    sum += d[i] - l.at (i) + 1;
  return sum != 10;
}
C
verdict "member functions" timeout 600 "$CXX" -B"$toolchain/" -O0 -fopenacc \
  -fopenmp member.cc -o member
verdict "member functions run" ./member
verdict "nothing is left" nothing_left

finish
