! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A routine of the device is told more elements than the module's array has.
module grid
  implicit none
  integer, parameter :: n = 32
  real :: field(n), other(n)
  !$omp declare target (field, other)
contains
  subroutine scale(a, m)
    !$omp declare target
    integer, intent(in) :: m
    real, intent(inout) :: a(m)
    integer :: i
    do i = 1, m
      a(i) = 2 * a(i) ! { dg-check bounds }
    end do
  end subroutine scale
end module grid

program main
  use grid
  implicit none
  field = 1
  other = 1
  !$omp target update to(field, other)
  !$omp target
  call scale(field, n + 1)
  call scale(other, n)
  !$omp end target
  !$omp target update from(other)
  print *, other(n)
end program main
