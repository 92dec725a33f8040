! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=address" }
! A region writes past the end of an array of a module.

module tables
  implicit none
  integer :: squares(10)
!$omp declare target (squares)
end module

program global_overrun
  use tables
  implicit none
  integer :: i, n
  n = 11
!$omp target map(tofrom: n)
  do i = 1, n
    squares(i) = i * i ! { dg-report "global-buffer-overflow" }
  end do
!$omp end target
end program
