! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The caller's data region holds an interior section, the callee uses the border.
program main
  implicit none
  real :: u(0:21)
  u = 1
  !$omp target data map(tofrom: u(1:20))
  call smooth(u(1:20), 20)
  !$omp end target data
  print *, u(5)
contains
  subroutine smooth(v, n)
    integer, intent(in) :: n
    real, intent(inout) :: v(n)
    integer :: i
    !$omp target
    do i = 1, n
      v(i) = (v(i) + v(i + 1)) / 2 ! { dg-check bounds }
    end do
    !$omp end target
  end subroutine smooth
end program main
