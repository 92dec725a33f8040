! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-additional-options "-cpp" }
! Data of the program on the device: common blocks with and without declare
! target, saved variables, module variables and arrays, each with declare
! target and with its link clause, and variables of the host alone in maps.
! GCC 13 and later take a scalar of a common block for firstprivate in a region.

block data initial_values
  common /host_only/ p, q(3)
  integer :: p, q
  data p, q / 3, 4, 5, 6 /
end block data initial_values

module variables
  implicit none
  integer :: counter = 7
  real(8) :: grid(3, 3) = 1
  integer :: linked(10) = 2
  integer, protected :: constant = 9
  character(len=4) :: word = "word"
  complex :: z = (1, 2)
  !$omp declare target (counter, grid, constant, word, z)
  !$omp declare target link(linked)
contains
  integer function tick ()
    !$omp declare target
    integer, save :: calls = 0
    calls = calls + 1
    tick = calls + counter
  end function tick
end module variables

subroutine other_unit (sum)
  implicit none
  common /there/ a, b(4), c
  integer :: a, b
  real :: c
  !$omp declare target (/there/)
  integer, intent(out) :: sum
  !$omp target map(from: sum)
  sum = a + b(1) + b(2) + b(3) + b(4) + int (c)
  !$omp end target
end subroutine other_unit

subroutine set_real (value)
  implicit none
  common /there/ a, b(4), c
  integer :: a, b
  real :: c
  !$omp declare target (/there/)
  real, intent(in) :: value
  !$omp declare target
  c = value
end subroutine set_real

program target_declared_data
  use variables
  use omp_lib
  implicit none
  common /there/ a, b(4), c
  integer :: a, b
  real :: c
  !$omp declare target (/there/)
  common /linked_block/ x, y(5)
  integer :: x, y
  !$omp declare target link (/linked_block/)
  common /host_only/ p, q(3)
  integer :: p, q
  external :: set_real
  !$omp declare target (set_real)
  integer :: total, first, second, i
  logical :: on_host

  on_host = .true.
  !$omp target map(from: on_host)
  on_host = omp_is_initial_device ()
  !$omp end target

  a = 5
  b = [1, 2, 3, 4]
  c = 2.5
  !$omp target update to(a, b, c)
  call other_unit (total)
  if (total /= 17) stop 1
  a = 100
  b(4) = 50
  !$omp target update to(a, b)
  call other_unit (total)
  if (total /= 158) stop 2
  !$omp target
  b(2) = a + 1
#if __GNUC__ < 13
  c = 0.5
#else
  call set_real (0.5)
#endif
  !$omp end target
  !$omp target update from(a, b, c)
  if (b(2) /= 101 .or. c /= 0.5 .or. b(4) /= 50) stop 3

  total = 0
  !$omp target map(tofrom: total, first, second)
  first = tick ()
  second = tick ()
  total = constant + int (sum (grid)) + ichar (word(1:1)) + int (real (z))
  grid(2, 2) = 5
  counter = 20
  !$omp end target
  if (first /= 8 .or. second /= 9) stop 4
  if (total /= 9 + 9 + ichar ("w") + 1) stop 5
  !$omp target update from(grid, counter)
  if (grid(2, 2) /= 5 .or. sum (grid) /= 13 .or. counter /= 20) stop 6

  linked = [(i, i = 1, 10)]
  !$omp target map(tofrom: linked)
  linked = linked * 2
  !$omp end target
  if (any (linked /= [(2 * i, i = 1, 10)])) stop 7
  !$omp target enter data map(to: linked)
  linked = 0
  !$omp target
  linked(3) = linked(3) + 1 ! { dg-check stale }
  !$omp end target
  !$omp target exit data map(from: linked)
  if (linked(3) /= merge (1, 7, on_host)) stop 8

  x = 1
  y = 2
  !$omp target map(tofrom: x, y)
  x = x + sum (y)
  y(5) = x
  !$omp end target
  if (x /= 11 .or. y(5) /= 11 .or. y(1) /= 2) stop 9

  !$omp target map(from: total)
  total = p + sum (q)
  q(2) = total
  !$omp end target
  if (total /= 18 .or. q(2) /= 18 .or. q(3) /= 6) stop 10
  !$omp target map(tofrom: p, q)
  p = p + q(3)
  q(1) = p
  !$omp end target
  if (p /= 9 .or. q(1) /= 9 .or. q(2) /= 18) stop 11
end program target_declared_data
