! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=address" }
! A region writes past the end of an array that it has allocated.

program overrun
  implicit none
  integer :: i, n, last
  n = 100
  last = 0
!$omp target map(tofrom: last)
  block
    integer, allocatable :: a(:)
    allocate (a(n))
    do i = 1, n + 1
      a(i) = i ! { dg-report "heap-buffer-overflow" }
    end do
    last = a(n)
    deallocate (a)
  end block
!$omp end target
  if (last /= 100) error stop
end program
