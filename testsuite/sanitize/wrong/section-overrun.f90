! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=address" }
! A region writes past the end of the section of an array that is mapped.

program overrun
  implicit none
  integer, allocatable :: a(:)
  integer :: i, n
  n = 10
  allocate (a(2 * n))
  a = 0
!$omp target map(tofrom: a(1:n))
  do i = 1, n + 1
    a(i) = i ! { dg-report "heap-buffer-overflow" }
  end do
!$omp end target
  if (a(n) /= n) error stop
end program
