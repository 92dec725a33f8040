! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A dummy argument is mapped with more elements than the allocated array has.

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
end module

program heap_section
  use sums
  implicit none
  integer, allocatable :: a(:)
  integer :: n, s
  n = 40
  allocate (a(n))
  a = 1
  s = 0
  call add (a, n + 4, s)
  if (s /= 1) error stop
  deallocate (a)
end program
