! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-additional-options "-cpp" }
! { dg-additional-sources "common-block-2.f90" }
! A common block that two files name.  GCC 13 and later take its scalars for
! firstprivate in a region.

subroutine set_scalar (n)
  implicit none
  integer, intent(in) :: n
  integer :: a(4), b
  common /shared/ a, b
  !$omp declare target (/shared/)
  !$omp declare target
  b = n
end subroutine set_scalar

subroutine set (n)
  implicit none
  external :: set_scalar
  !$omp declare target (set_scalar)
  integer, intent(in) :: n
  integer :: a(4), b
  common /shared/ a, b
  !$omp declare target (/shared/)
  !$omp target map(to: n)
  a = n
#if __GNUC__ < 13
  b = 2 * n
#else
  call set_scalar (2 * n)
#endif
  !$omp end target
end subroutine set

program common_block
  implicit none
  integer :: a(4), b, total
  common /shared/ a, b
  !$omp declare target (/shared/)
  call set (5)
  call add (total)
  if (total /= 30) stop 1
  !$omp target update from (a, b)
  if (any (a /= 6) .or. b /= 10) stop 2
end program common_block
