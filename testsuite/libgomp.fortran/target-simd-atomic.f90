! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! Atomic constructs inside simd loops of regions: variables, elements,
! components, dummy arguments, allocatables.  See
! libgomp.c/target-simd-atomic.c.

module sums
  implicit none
  integer, parameter :: n = 96, total = n * (n + 1) / 2
  type :: pair
    integer :: first = 0, last(2) = 0
  end type pair
contains
  subroutine add (sum, parts, values)
    integer, intent(inout) :: sum
    integer, intent(inout) :: parts(:)
    integer, intent(in) :: values(n)
    integer :: i
    !$omp target parallel do simd map(tofrom: sum, parts) map(to: values)
    do i = 1, n
      !$omp atomic
      sum = sum + values(i)
      !$omp atomic
      parts(2) = parts(2) + values(i)
    end do
  end subroutine add
end module sums

program main
  use sums
  implicit none
  integer :: values(n), i, x, v, y, parts(3)
  integer, allocatable :: heap(:)
  integer, pointer :: one
  real(8) :: r
  type(pair) :: object

  values = [(i, i = 1, n)]
  x = 0
  y = 0
  r = 0
  !$omp target map(tofrom: x, y, r, object) map(to: values)
  !$omp simd private (v)
  do i = 1, n
    !$omp atomic
    x = x + values(i)
    !$omp atomic capture
    v = y
    y = y + 1
    !$omp end atomic
    !$omp atomic
    r = r + v
    !$omp atomic
    object%first = object%first + values(i)
    !$omp atomic
    object%last(2) = object%last(2) + values(i)
    !$omp atomic
    y = max (y, 0)
  end do
  !$omp end target
  if (x /= total .or. y /= n .or. r /= n * (n - 1) / 2) error stop 1
  if (object%first /= total .or. object%last(2) /= total) error stop 2

  x = 0
  parts = 0
  call add (x, parts, values)
  if (x /= total .or. any (parts /= [0, total, 0])) error stop 3

  allocate (heap(2), one)
  heap = 0
  one = 0
  !$omp target teams distribute parallel do simd map(tofrom: heap, one) &
  !$omp map(to: values)
  do i = 1, n
    !$omp atomic
    heap(2) = heap(2) + values(i)
    !$omp atomic
    one = one + values(i)
  end do
  if (heap(1) /= 0 .or. heap(2) /= total .or. one /= total) error stop 4
end program main
