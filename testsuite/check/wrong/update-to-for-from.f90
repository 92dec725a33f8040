! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! update to where the result should come back.
program main
  implicit none
  real :: a(20), total
  integer :: i
  a = 0
  !$omp target data map(alloc: a)
  !$omp target
  do i = 1, 20
    a(i) = i
  end do
  !$omp end target
  !$omp target update to(a)
  total = 0
  do i = 1, 20
    total = total + a(i) ! { dg-check lost }
  end do
  !$omp end target data
  if (total < 0) stop 1
end program
