! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A section that ends behind its array.

program section_too_long
  implicit none
  integer :: a(20), n, s
  a = 1
  n = 40
  s = 0
!$omp target map(to: a(5:n)) map(tofrom: s) ! { dg-check bounds }
  s = s + a(5)
!$omp end target
  if (s /= 1) error stop
end program
