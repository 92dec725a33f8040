! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The index of a row runs one too far.
program matrix_bounds
  implicit none
  real :: m(8, 8)
  integer :: i, n
  m = 0
  n = 9
  !$omp target map(tofrom: m)
  do i = 1, n
    m(i, 8) = 1 ! { dg-check bounds }
  end do
  !$omp end target
end program
