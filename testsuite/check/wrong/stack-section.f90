! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-additional-options "-g" }
! A dummy argument is mapped with more elements than the caller's array has.

module sums
  implicit none
contains
  subroutine add (a, n, s)
    integer, intent(in) :: a(*), n
    integer, intent(inout) :: s
!$omp target map(to: a(1:n)) map(tofrom: s) ! { dg-check bounds }
    s = s + a(1)
!$omp end target
  end subroutine

  recursive subroutine call_add (s)
    integer, intent(inout) :: s
    integer :: own(4, 10)
    own = 1
    call add (own, 40, s)
    call add (own(2, 1), 40, s)
  end subroutine
end module

program stack_section
  use sums
  implicit none
  integer :: s
  s = 0
  call call_add (s)
  if (s /= 2) error stop
end program
