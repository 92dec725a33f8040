#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Constructs that some compilers refuse, with their own messages.  If they are
# compiled, they run right, or the library says what it does not support.
. "$(dirname "$0")/common.inc"

# The compiler of FILE.
compiler () {
  case $1 in
    *.c) echo "$CC" ;;
    *.cc) echo "$CXX" ;;
    *) echo "$FC" ;;
  esac
}

# refused NAME FILE PATTERN [PATTERN]: the program in standard input, of $model,
# does not compile, with the first pattern, or succeeds on the device and on the
# host, or ends there with the second pattern.
model=-fopenmp
refused () {
  name=$1 file=$2 message=$3 said=${4:-^$}
  cat > "$file"
  if ! $(compiler "$file") -B"$toolchain/" $model "$file" -o a.out > log 2>&1
  then
    if grep -q -e "$message" log; then pass "$name is refused"
    else fail "$name: refused otherwise"; show_log; fi
    return
  fi
  for offload in mandatory disabled; do
    if OMP_TARGET_OFFLOAD=$offload ./a.out > log 2>&1 || grep -q -e "$said" log
    then pass "$name, offloading $offload"
    else fail "$name, offloading $offload"; show_log; fi
  done
}

# The same in C and C++.
refused_c () {
  cat > program
  refused "$1 in C" a.c "$2" "$3" < program
  refused "$1 in C++" a.cc "$2" "$3" < program
}

refused_c "declare mapper" "before .mapper." <<'C'
struct vector { int n; int *p; };
#pragma omp declare mapper (struct vector v) map (tofrom: v, v.p[0:v.n])
int main (void)
{
  int data[4] = { 1, 2, 3, 4 };
  struct vector v = { 4, data };
#pragma omp target map (tofrom: v)
  for (int i = 0; i < v.n; i++)
    v.p[i] *= 2;
  return data[3] != 8;
}
C

refused "declare mapper in Fortran" a.f90 "OpenMP directive" <<'F'
program p
  type t
    integer :: n
  end type
  type (t) :: v
  !$omp declare mapper (t :: x) map (tofrom: x%n)
  v%n = 3
  !$omp target map (tofrom: v)
  v%n = v%n + 1
  !$omp end target
  if (v%n /= 4) error stop
end program
F

reverse="not supported yet\|not yet supported"
asks="reverse offload\|reverse_offload"
refused_c "device (ancestor: 1)" "$reverse" "$asks" <<'C'
#pragma omp requires reverse_offload
static int on_host (void) { return 7; }
int main (void)
{
  int x = 0;
#pragma omp target map (from: x)
  {
    int y;
#pragma omp target device (ancestor: 1) map (from: y)
    y = on_host ();
    x = y;
  }
  return x != 7;
}
C

refused "device (ancestor: 1) in Fortran" a.f90 "$reverse" "$asks" <<'F'
program p
  !$omp requires reverse_offload
  integer :: x
  x = 1
  !$omp target device (ancestor: 1) map (tofrom: x)
  x = x + 1
  !$omp end target
  if (x /= 2) error stop
end program
F

refused_c "map (present)" "modifier other than\|present" <<'C'
int main (void)
{
  int x = 1;
#pragma omp target data map (tofrom: x)
#pragma omp target map (present, tofrom: x)
  x++;
  return x != 2;
}
C

refused "map (present) in Fortran" a.f90 "Syntax error in OpenMP" <<'F'
program p
  integer :: x
  x = 1
  !$omp target data map (tofrom: x)
  !$omp target map (present, tofrom: x)
  x = x + 1
  !$omp end target
  !$omp end target data
  if (x /= 2) error stop
end program
F

refused_c "update to (present)" "present. \(undeclared\|has not\)\|expected" <<'C'
int main (void)
{
  int x = 1, y = 0;
#pragma omp target data map (to: x) map (from: y)
  {
    x = 5;
#pragma omp target update to (present: x)
#pragma omp target map (x, y)
    y = x;
  }
  return y != 5;
}
C

refused "update to (present) in Fortran" a.f90 "Syntax error in OpenMP" <<'F'
program p
  integer :: x, y
  x = 1
  !$omp target data map (to: x) map (from: y)
  x = 5
  !$omp target update to (present: x)
  !$omp target map (x, y)
  y = x
  !$omp end target
  !$omp end target data
  if (y /= 5) error stop
end program
F

for clause in unified_address unified_shared_memory; do
  refused_c "requires $clause" "$reverse" "cannot be fulfilled" \
    <<C
#pragma omp requires $clause
int main (void)
{
  int x = 1;
#pragma omp target map (tofrom: x)
  x++;
  return x != 2;
}
C
done

refused_c "requires dynamic_allocators" "$reverse" <<'C'
#pragma omp requires dynamic_allocators atomic_default_mem_order(seq_cst)
#include <omp.h>
int main (void)
{
  int x = 1;
#pragma omp target map (tofrom: x)
  {
    int *p = (int *) omp_alloc (sizeof (int), omp_default_mem_alloc);
    *p = x + 1;
#pragma omp atomic read
    x = *p;
    omp_free (p, omp_default_mem_alloc);
  }
  return x != 2;
}
C

# ---- OpenACC.

model=-fopenacc

refused_c "routine bind" "expected .*clause\|bind" <<'C'
#pragma acc routine seq bind(on_device)
int either (int x);
#pragma acc routine seq
int on_device (int x) { return x + 1; }
int either (int x) { return x + 1; }
int main (void)
{
  int x = 1;
#pragma acc parallel copy(x)
  x = either (x);
  return x != 2;
}
C

refused "routine bind in Fortran" a.f90 "Syntax error\|Failed to match\|Unclassifiable" <<'F'
module m
contains
  integer function either (x)
    !$acc routine seq bind(on_device)
    integer, value :: x
    either = x + 1
  end function
end module
program p
  use m
  integer :: x
  x = 1
  !$acc parallel copy(x)
  x = either (x)
  !$acc end parallel
  if (x /= 2) error stop
end program
F

for clause in device_type dtype; do
  refused_c "$clause" "expected .*clause" <<C
int main (void)
{
  int a[100];
#pragma acc parallel loop copyout(a) num_gangs(2) $clause(nvidia) num_gangs(4)
  for (int i = 0; i < 100; i++)
    a[i] = i;
  return a[99] != 99;
}
C
  refused "$clause in Fortran" a.f90 "Failed to match\|Unclassifiable\|Syntax error" <<F
program p
  integer :: i, a(100)
  !\$acc parallel loop copyout(a) num_gangs(2) $clause(nvidia) num_gangs(4)
  do i = 1, 100
    a(i) = i
  end do
  if (a(100) /= 100) error stop
end program
F
done

# Unknown to GCC 12, which then ignores them.
refused_c "init, set, shutdown" "unknown\|ignoring\|expected" <<'C'
int main (void)
{
  int x = 1;
#pragma acc init
#pragma acc set device_num(0)
#pragma acc parallel copy(x)
  x++;
#pragma acc shutdown
  return x != 2;
}
C

finish
