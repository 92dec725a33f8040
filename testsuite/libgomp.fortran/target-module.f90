! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! Module variables and procedures of declare target, common blocks, recursion,
! internal procedures, allocation inside a region.

module state
  implicit none
  integer :: counter = 3
  real :: field(100) = 1.5
  integer, allocatable :: lazily(:)
  !$omp declare target (counter, field)
contains
  subroutine bump (by)
    !$omp declare target
    integer, intent(in) :: by
    counter = counter + by
  end subroutine bump

  recursive function factorial (n) result (f)
    !$omp declare target
    integer, intent(in) :: n
    integer(8) :: f
    f = 1
    if (n > 1) f = n * factorial (n - 1)
  end function factorial
end module state

program target_module
  use state
  implicit none
  integer :: seen, i
  integer(8) :: f
  real :: total

  seen = 0
  !$omp target map(from: seen)
  call bump (4)
  call bump (5)
  seen = counter
  !$omp end target
  if (seen /= 12) stop 1

  counter = 100
  !$omp target update to(counter)
  !$omp target
  call bump (1)
  !$omp end target
  !$omp target update from(counter)
  if (counter /= 101) stop 2

  total = 0
  !$omp target map(tofrom: total)
  field(50) = 10
  total = sum (field)
  !$omp end target
  if (total /= 158.5) stop 3

  f = 0
  !$omp target map(from: f)
  f = factorial (12)
  !$omp end target
  if (f /= 479001600_8) stop 4

  seen = 0
  !$omp target map(tofrom: seen)
  block
    integer, allocatable :: work(:)
    allocate (work(1000), source = 2)
    work = [work, work(1:10)]
    seen = size (work) + sum (work)
    deallocate (work)
  end block
  !$omp end target
  if (seen /= 3030) stop 5

  seen = 0
  !$omp target teams distribute parallel do map(tofrom: seen) reduction(+: seen)
  do i = 1, 1000
    seen = seen + i
  end do
  !$omp end target teams distribute parallel do
  if (seen /= 500500) stop 6
end program target_module
