! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Subscripts beyond an array of a module, which is always on the device.
module shared
  implicit none
  real :: first(8), second(8, 2)
  !$omp declare target (first, second)
contains
  subroutine fill (n)
    integer, value :: n
    !$omp declare target
    integer :: i, one
    one = n / 8
    do i = 1, n
      first(i + 1) = i ! { dg-check bounds }
      second(i - one, 1) = i ! { dg-check bounds }
    end do
  end subroutine
end module

program main
  use shared
  implicit none
  integer :: n
  n = 8 + command_argument_count ()
  !$omp target
  call fill (n)
  !$omp end target
end program
