! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! Dummy arguments and names of other things: assumed shape, assumed size,
! explicit shape, deferred and assumed length characters, optional, value,
! allocatable and pointer dummies, associate names, polymorphic objects.

module shapes
  implicit none
  type :: base
    integer :: a = 1
    real(8) :: v(4) = 2
  end type base
  type, extends (base) :: derived
    integer :: b = 3
  end type derived
contains
  subroutine assumed_shape (x, factor)
    integer, intent(inout) :: x(-1:, :)
    integer, value :: factor
    !$omp target map(tofrom: x)
    x(-1, 1) = x(-1, 1) + lbound (x, 1) + factor
    x(ubound (x, 1), ubound (x, 2)) = -size (x)
    !$omp end target
  end subroutine

  subroutine assumed_size (x, n)
    integer, intent(in) :: n
    integer, intent(inout) :: x(*)
    integer :: i
    !$omp target map(tofrom: x(1:n))
    do i = 1, n
      x(i) = x(i) + i
    end do
    !$omp end target
  end subroutine

  subroutine explicit_shape (x, n, m)
    integer, intent(in) :: n, m
    integer, intent(inout) :: x(n, m)
    !$omp target map(tofrom: x)
    x(:, m) = n * m
    !$omp end target
  end subroutine

  subroutine allocatable_dummy (x)
    integer, allocatable, intent(inout) :: x(:)
    !$omp target map(tofrom: x)
    x = x + size (x)
    !$omp end target
  end subroutine

  subroutine pointer_dummy (x)
    integer, pointer, intent(in) :: x(:)
    !$omp target map(tofrom: x)
    x = x * 2
    !$omp end target
  end subroutine

  subroutine assumed_length (text, result)
    character(len=*), intent(inout) :: text
    integer, intent(out) :: result
    !$omp target map(tofrom: text) map(from: result)
    result = len (text)
    text(1:1) = "T"
    text(len (text):) = "!"
    !$omp end target
  end subroutine

  subroutine optional_dummy (expected, x)
    logical, intent(in) :: expected
    integer, intent(inout), optional :: x
    logical :: there
    there = .not. expected
    !$omp target map(tofrom: x) map(from: there)
    there = present (x)
    if (present (x)) x = x + 5
    !$omp end target
    if (there .neqv. expected) stop 1
  end subroutine

  subroutine optional_array (expected, x)
    logical, intent(in) :: expected
    integer, intent(inout), optional :: x(:)
    logical :: there
    there = .not. expected
    !$omp target map(tofrom: x) map(from: there)
    there = present (x)
    if (present (x)) x = x + size (x)
    !$omp end target
    if (there .neqv. expected) stop 2
  end subroutine

  ! The dynamic type must be known: GCC 12 maps the container of a polymorphic
  ! object as it is, with the host's pointer.
  subroutine polymorphic (x)
    class(base), intent(inout), target :: x
    class(base), pointer :: p
    p => x
    select type (p)
    type is (base)
      !$omp target map(tofrom: p)
      p%a = p%a + 10
      p%v(4) = p%v(1) + p%a
      !$omp end target
    type is (derived)
      !$omp target map(tofrom: p)
      p%a = p%a + 10
      p%v(4) = p%v(1) + p%a
      p%b = p%b + 1
      !$omp end target
    end select
  end subroutine
end module shapes

program target_dummies
  use shapes
  implicit none
  integer :: matrix(3, 4), vector(6), n, i
  integer, allocatable :: list(:)
  integer, pointer :: view(:)
  integer, target :: storage(10)
  character(len=9) :: text
  character(len=:), allocatable :: deferred
  type(derived) :: d
  type(base) :: b
  class(base), allocatable :: c

  matrix = 0
  call assumed_shape (matrix, 100)
  if (matrix(1, 1) /= 99 .or. matrix(3, 4) /= -12) stop 11
  call assumed_shape (matrix(1:3:2, 2:3), 7)
  if (matrix(1, 2) /= 6 .or. matrix(3, 3) /= -4 .or. matrix(2, 2) /= 0) stop 12

  vector = 1
  call assumed_size (vector(2), 4)
  if (any (vector /= [1, 2, 3, 4, 5, 1])) stop 13
  call explicit_shape (matrix, 6, 2)
  if (any (matrix(:, 3:4) /= 12) .or. matrix(1, 1) /= 99) stop 14

  allocate (list(3:7))
  list = 1
  call allocatable_dummy (list)
  if (any (list /= 6) .or. lbound (list, 1) /= 3) stop 15

  storage = [(i, i = 1, 10)]
  view => storage(1:9:2)
  call pointer_dummy (view)
  if (any (storage /= [2, 2, 6, 4, 10, 6, 14, 8, 18, 10])) stop 16

  text = "some text"
  call assumed_length (text, n)
  if (n /= 9 .or. text /= "Tome tex!") stop 17

  allocate (character(len=5) :: deferred)
  deferred = "abcde"
  !$omp target map(tofrom: deferred) map(from: n)
  n = len (deferred)
  deferred(2:3) = "XY"
  !$omp end target
  if (n /= 5 .or. deferred /= "aXYde") stop 18

  n = 1
  call optional_dummy (.true., n)
  if (n /= 6) stop 19
  call optional_dummy (.false.)
  vector = 0
  call optional_array (.true., vector(1:6:2))
  if (any (vector /= [3, 0, 3, 0, 3, 0])) stop 20
  call optional_array (.false.)

  ! Not scalars: GCC 12 passes the host's pointer for their names.
  associate (part => matrix(2:3, 1), name => d%v)
    part = [5, 6]
    !$omp target map(tofrom: part, name)
    part = part + 1
    name(2) = 8
    !$omp end target
  end associate
  if (any (matrix(2:3, 1) /= [6, 7]) .or. d%v(2) /= 8) stop 21
  if (d%v(1) /= 2) stop 22

  d%v = 2
  call polymorphic (d)
  call polymorphic (b)
  if (d%a /= 11 .or. d%b /= 4 .or. d%v(4) /= 13 .or. b%v(4) /= 13) stop 23

  allocate (derived :: c)
  select type (c)
  type is (derived)
    !$omp target map(tofrom: c)
    c%b = c%b + 30
    !$omp end target
    if (c%b /= 33 .or. c%a /= 1) stop 25
  class default
    stop 26
  end select
end program target_dummies
