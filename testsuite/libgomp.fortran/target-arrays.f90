! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! Explicit, assumed-shape, allocatable and pointer arrays, sections,
! characters and logicals in map clauses.

module arrays
  implicit none
contains
  subroutine assumed_shape (a, b)
    real(8), intent(inout) :: a(:, :)
    real(8), intent(in) :: b(:)
    integer :: i, j
    !$omp target map(tofrom: a) map(to: b)
    do j = 1, size (a, 2)
      do i = 1, size (a, 1)
        a(i, j) = a(i, j) + b(j)
      end do
    end do
    !$omp end target
  end subroutine assumed_shape

  subroutine explicit_shape (n, a)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n, *)
    !$omp target map(tofrom: a(1:n, 1:2))
    a(n, 2) = a(1, 1) + 1
    !$omp end target
  end subroutine explicit_shape
end module arrays

program target_arrays
  use arrays
  implicit none
  integer, parameter :: n = 50
  real(8) :: a(n, 4), b(4)
  integer, allocatable :: list(:), empty(:)
  integer, pointer :: view(:)
  ! gfortran maps what a stride skips, after the last element of a pointer, too.
  integer, target :: base(22)
  integer :: square(3, 2), i, total
  character(len=12) :: text
  logical :: allocated_there(2), flag

  a = 1
  b = [10, 20, 30, 40]
  call assumed_shape (a, b)
  if (any (a(:, 3) /= 31)) stop 1

  call assumed_shape (a(1:n:2, 2:3), b(2:3))
  if (a(1, 2) /= 41 .or. a(2, 2) /= 21 .or. a(n - 1, 3) /= 61) stop 2

  square = 5
  call explicit_shape (3, square)
  if (square(3, 2) /= 6 .or. square(3, 1) /= 5) stop 3

  allocate (list(-5:n))
  list = 1
  total = 0
  !$omp target map(tofrom: list, total) map(from: allocated_there) map(to: empty)
  allocated_there = [allocated (list), allocated (empty)]
  do i = lbound (list, 1), ubound (list, 1)
    list(i) = list(i) * i
    total = total + list(i)
  end do
  !$omp end target
  if (.not. allocated_there(1) .or. allocated_there(2)) stop 4
  if (list(-5) /= -5 .or. list(n) /= n) stop 5
  if (total /= n * (n + 1) / 2 - 15) stop 6

  base = 0
  view => base(2:20:3)
  !$omp target map(tofrom: view)
  view = [(i, i = 1, size (view))]
  !$omp end target
  if (base(2) /= 1 .or. base(5) /= 2 .or. base(3) /= 0) stop 7

  !$omp target map(tofrom: base(11:15))
  base(11:15) = 7
  !$omp end target
  if (any (base(11:15) /= 7) .or. base(10) == 7) stop 8

  text = "hello"
  flag = .false.
  !$omp target map(tofrom: text, flag)
  text = text(1:5) // ", device"
  flag = len_trim (text) == 12
  !$omp end target
  if (text /= "hello, devic" .or. .not. flag) stop 9

  !$omp target enter data map(to: list)
  list = 0
  !$omp target
  list(1) = 100
  !$omp end target
  !$omp target update from(list(1:2))
  if (list(1) /= 100 .or. (list(2) /= 2 .and. list(2) /= 0)) stop 10
  !$omp target exit data map(delete: list)
end program target_arrays
