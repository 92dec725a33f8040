! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A whole array is printed of which the region wrote the lower half.
program main
  implicit none
  integer, allocatable :: a(:)
  integer :: i
  allocate (a(20))
  !$omp target map(from: a)
  do i = 1, 10
    a(i) = i
  end do
  !$omp end target
  print *, a(1:10)
  print *, a ! { dg-check unwritten }
  deallocate (a)
end program main
