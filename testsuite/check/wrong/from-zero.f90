! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The loop begins at zero.
program from_zero
  implicit none
  integer, allocatable :: a(:)
  integer :: i
  allocate (a(32))
  !$omp target map(from: a)
  do i = 0, 32
    a(i) = i ! { dg-check bounds }
  end do
  !$omp end target
end program
