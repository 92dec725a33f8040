! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=undefined" }
! A region writes past the end of its own array.

program overrun
  implicit none
  integer :: i, n, last
  n = 6
  last = 0
!$omp target map(tofrom: last)
  block
    integer :: a(5), b(5)
    b = 0
    do i = 1, n
      a(i) = i ! { dg-report "insufficient space" }
    end do
    last = a(5) + b(5)
  end block
!$omp end target
  if (last < 5) error stop
end program
