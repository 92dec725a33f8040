! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The other file of common-block.f90.

subroutine add (total)
  implicit none
  integer, intent(out) :: total
  integer :: a(4), b
  common /shared/ a, b
  !$omp declare target (/shared/)
  !$omp target map(from: total)
  total = sum (a) + b
  a = a + 1
  !$omp end target
end subroutine add
