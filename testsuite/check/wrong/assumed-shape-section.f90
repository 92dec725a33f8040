! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The caller passes a part; the subroutine takes it for the whole.
module work
  implicit none
contains
  subroutine fill (a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: i
    !$omp target map(tofrom: a)
    do i = 1, n + 1
      call set (a, i)
    end do
    !$omp end target
  end subroutine
  subroutine set (a, i)
    !$omp declare target
    real, intent(inout) :: a(*)
    integer, intent(in) :: i
    a(i) = i ! { dg-check bounds }
  end subroutine
end module

program assumed_shape_section
  use work
  implicit none
  real :: a(50)
  a = 0
  call fill (a(11:30), 20)
end program
