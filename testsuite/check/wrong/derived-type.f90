! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A component that nobody wrote.
program derived_type
  implicit none
  type t
    integer :: a, b
  end type
  type(t) :: x(5)
  integer :: s
  s = 0
  !$omp target map(from: x) map(tofrom: s)
  x(1)%a = 1
  s = s + x(1)%b ! { dg-check unwritten }
  !$omp end target
end program
