! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=address,undefined" }
! Arrays of all kinds, in and around a region.

module tables
  implicit none
  integer :: table(0:9)
!$omp declare target (table)
contains
  subroutine fill (a)
!$omp declare target
    integer, intent(out) :: a(:)
    integer :: i
    do i = 1, size (a)
      a(i) = i
    end do
  end subroutine
end module

program arrays
  use tables
  implicit none
  integer, allocatable :: a(:), b(:, :)
  integer :: s, i
  allocate (a(100), b(5, 7))
  a = 0
  b = 0
  s = 0
!$omp target map(tofrom: a, b, s)
  block
    integer, allocatable :: own(:)
    integer :: local(10)
    allocate (own(20))
    call fill (own)
    call fill (a(1:99:2))
    call fill (local)
    table = local
    b(:, 7) = local(1:5)
    s = sum (own) + sum (table)
    deallocate (own)
  end block
!$omp end target
  if (s /= 210 + 55 .or. a(99) /= 50 .or. b(5, 7) /= 5) error stop
!$omp target map(tofrom: s)
!$omp parallel do num_threads(4) reduction(+: s)
  do i = 0, 9
    s = s + table(i)
  end do
!$omp end parallel do
!$omp end target
  if (s /= 210 + 110) error stop
end program
