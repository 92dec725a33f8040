! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! What the host has of a region's data, and what the region alone has.
module numbers
  implicit none
  !$omp requires reverse_offload
contains
  subroutine add_hundred (a, n, wrong)
    integer :: n
    integer, intent (inout) :: a(n)
    integer, intent (out) :: wrong
    wrong = 0
    !$omp target map(tofrom: a, wrong) map(to: n)
    !$omp target device (ancestor: 1) map(always, tofrom: a)
    if (a(2) /= 2) stop 1
    a(2) = 102
    !$omp end target
    if (a(2) /= 102) wrong = 1
    !$omp end target
  end subroutine
end module

program reverse
  use numbers
  implicit none
  integer, allocatable :: a(:)
  integer, pointer :: q(:)
  integer :: b(5), c(3), e, i, k, wrong
  character (len = 6) :: s
  allocate (a(3:8), q(4))
  a = [(i, i = 3, 8)]
  q = 7
  b = [(i, i = 1, 5)]
  s = 'abcdef'
  wrong = 0
  !$omp target map(tofrom: a, b, q, wrong, s) private(c, e, k)
  c = [1, 2, 3]
  e = 5
  k = 3
  b(1) = 10
  s(2:2) = 'X'
  !$omp target device (ancestor: 1) map(always, tofrom: a) firstprivate(k)
  if (lbound (a, 1) /= 3 .or. ubound (a, 1) /= 8) stop 2
  if (a(4) /= 4 .or. k /= 3) stop 3
  a(5) = 55
  !$omp end target
  if (a(5) /= 55) wrong = ior (wrong, 1)
  !$omp target device (ancestor: 1) map(tofrom: c, e)
  if (c(2) /= 2 .or. e /= 5) stop 4
  c(3) = 33
  e = 6
  !$omp end target
  if (c(3) /= 33 .or. e /= 6) wrong = ior (wrong, 2)
  !$omp target device (ancestor: 1) map(always, tofrom: b)
  if (b(1) /= 10) stop 5
  b(4) = 44
  !$omp end target
  if (b(4) /= 44) wrong = ior (wrong, 4)
  !$omp target device (ancestor: 1) map(always, tofrom: s)
  if (s /= 'aXcdef') stop 6
  s(6:6) = 'Z'
  !$omp end target
  if (s /= 'aXcdeZ') wrong = ior (wrong, 8)
  !$omp target device (ancestor: 1) map(always, tofrom: q)
  if (size (q) /= 4 .or. q(2) /= 7) stop 7
  q(3) = 70
  !$omp end target
  if (q(3) /= 70) wrong = ior (wrong, 16)
  !$omp end target
  if (wrong /= 0 .or. a(5) /= 55 .or. s /= 'aXcdeZ') stop 8
  b = [(i, i = 1, 5)]
  call add_hundred (b, 5, wrong)
  if (wrong /= 0 .or. b(2) /= 102) stop 9
end program
