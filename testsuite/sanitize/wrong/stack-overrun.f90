! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=address" }
! A region writes past the end of its own array.

program stack_overrun
  implicit none
  integer :: i, n, last
  n = 6
  last = 0
!$omp target map(tofrom: last)
  block
    integer :: a(5)
    do i = 1, n
      a(i) = i ! { dg-report "stack-buffer-overflow" }
    end do
    last = a(n - 1)
  end block
!$omp end target
  if (last /= 5) error stop
end program
