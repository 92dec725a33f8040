! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The other file of common-block.f90.

integer function scalar ()
  implicit none
  integer :: a(4), b
  common /shared/ a, b
  !$omp declare target (/shared/)
  !$omp declare target
  scalar = b
end function scalar

subroutine add (total)
  implicit none
  integer, external :: scalar
  !$omp declare target (scalar)
  integer, intent(out) :: total
  integer :: a(4), b
  common /shared/ a, b
  !$omp declare target (/shared/)
  !$omp target map(from: total)
#if __GNUC__ < 13
  total = sum (a) + b
#else
  total = sum (a) + scalar ()
#endif
  a = a + 1
  !$omp end target
end subroutine add
