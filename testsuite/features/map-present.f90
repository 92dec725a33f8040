! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Map clauses and motion clauses with present.  { since 14 }
program p
  implicit none
  integer :: x, y
  x = 1
  y = 0
  !$omp target data map (to: x) map (from: y)
  x = 5
  !$omp target update to (present: x)
  !$omp target map (present, to: x) map (present, tofrom: y)
  y = x + 1
  !$omp end target
  !$omp end target data
  if (y /= 6) error stop
end program
