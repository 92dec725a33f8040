! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The section that is mapped is too short.
program section
  implicit none
  integer :: a(100), s, i
  a = 1
  s = 0
  !$omp target map(to: a(1:99)) map(tofrom: s)
  do i = 1, 100
    s = s + a(i) ! { dg-check bounds }
  end do
  !$omp end target
  if (s == 0) stop 1
end program
