! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Assumptions.  { since 13 }
program p
  implicit none
  integer :: x
  x = 1
  !$omp target map (tofrom: x)
  !$omp assume holds (x > 0) no_parallelism
  if (x > 0) then
    x = 2
  else
    x = 3
  end if
  !$omp end assume
  !$omp end target
  if (x /= 2) error stop
end program
