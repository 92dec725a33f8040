! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Allocatable components are mapped with what has them.  { since 15 }
program p
  implicit none
  type inner
    integer, allocatable :: a(:)
  end type
  type outer
    type(inner) :: parts(3)
    integer, allocatable :: n
  end type
  type(outer) :: x
  type(inner), allocatable :: y(:)
  integer :: i

  do i = 1, 3
    allocate (x%parts(i)%a(i), source = i)
  end do
  allocate (x%n, source = 7)
  !$omp target map (tofrom: x)
  do i = 1, 3
    x%parts(i)%a = x%parts(i)%a + x%n
  end do
  x%n = 8
  !$omp end target
  if (x%n /= 8) error stop 1
  do i = 1, 3
    if (size (x%parts(i)%a) /= i .or. any (x%parts(i)%a /= i + 7)) error stop 2
  end do

  ! One is not allocated.
  allocate (y(2))
  allocate (y(2)%a(5), source = 1)
  !$omp target enter data map (to: y)
  !$omp target
  if (.not. allocated (y(1)%a)) y(2)%a(5) = 3
  !$omp end target
  !$omp target exit data map (from: y)
  if (allocated (y(1)%a) .or. sum (y(2)%a) /= 7) error stop 3
end program
