! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! Derived types: whole, components, pointer components, type-bound
! procedures, arrays of types.

module shapes
  implicit none
  type :: point
    real :: x, y
  end type point

  type :: polygon
    integer :: corners = 0
    type(point) :: centre = point (0, 0)
    type(point) :: at(6) = point (1, 2)
    character(len=8) :: name = "polygon"
  contains
    procedure :: weight
  end type polygon

  type :: table
    integer :: n
    real(8), pointer :: values(:) => null ()
    integer, pointer :: single => null ()
  end type table
contains
  function weight (self) result (w)
    !$omp declare target
    class(polygon), intent(in) :: self
    real :: w
    w = sum (self%at%x) * real (self%corners)
  end function weight
end module shapes

program target_types
  use shapes
  implicit none
  type(polygon) :: shape, many(3)
  type(table) :: t
  integer :: i
  real :: total
  real(8), target :: storage(14)

  shape%corners = 6
  !$omp target map(tofrom: shape)
  shape%centre%x = sum (shape%at%x) / shape%corners
  shape%at(6)%y = 9
  shape%name = "device"
  !$omp end target
  if (shape%centre%x /= 1 .or. shape%at(6)%y /= 9) stop 1
  if (shape%name /= "device" .or. shape%at(5)%y /= 2) stop 2

  !$omp target map(tofrom: shape%corners, shape%centre)
  shape%corners = shape%corners + 1
  shape%centre%y = 3
  !$omp end target
  if (shape%corners /= 7 .or. shape%centre%y /= 3) stop 3

  total = 0
  !$omp target map(to: shape) map(tofrom: total)
  total = weight (shape)
  !$omp end target
  if (total /= 42) stop 4

  !$omp target map(tofrom: many(2:3))
  many(2)%corners = 2
  many(3)%at = many(2)%at
  many(3)%at(1)%x = 33
  !$omp end target
  if (many(1)%corners /= 0 .or. many(2)%corners /= 2) stop 5
  if (many(3)%at(1)%x /= 33 .or. many(3)%at(2)%x /= 1) stop 6

  t%n = 10
  t%values => storage(3:12)
  storage = [(real (i, 8), i = 1, 14)]
  !$omp target map(tofrom: t%values) map(to: t%n)
  do i = 1, t%n
    t%values(i) = 2 * t%values(i)
  end do
  !$omp end target
  if (any (storage(3:12) /= [(2 * real (i, 8), i = 3, 12)])) stop 7
  if (storage(2) /= 2 .or. storage(13) /= 13) stop 8

  allocate (t%single)
  t%single = 5
  !$omp target map(tofrom: t%single)
  t%single = t%single + 1
  !$omp end target
  if (t%single /= 6) stop 9
  deallocate (t%single)

  t%values => storage(1:14:2)
  !$omp target map(tofrom: t%values)
  t%values = -1
  !$omp end target
  if (count (storage == -1) /= 7 .or. storage(2) == -1) stop 10
end program target_types
