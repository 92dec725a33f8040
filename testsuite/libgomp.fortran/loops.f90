! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-threads "1 2 4 8" }
! Worksharing in Fortran: do with every schedule, ordered, reductions, sections,
! workshare, single with copyprivate.

program loops
  use omp_lib
  implicit none
  integer, parameter :: n = 200
  integer :: i, j, total, largest, order(n), position, value
  integer :: seen(n)
  real(8) :: a(n), b(n), c(n)
  logical :: all_positive
  integer(omp_sched_kind) :: kind
  integer :: chunk

  seen = 0
  !$omp parallel do schedule(dynamic, 3)
  do i = n, 1, -1
    seen(i) = seen(i) + 1
  end do
  !$omp parallel do schedule(guided)
  do i = 1, n
    seen(i) = seen(i) + 1
  end do
  call omp_set_schedule (omp_sched_static, 4)
  call omp_get_schedule (kind, chunk)
  if (chunk /= 4) error stop "schedule"
  !$omp parallel do schedule(runtime)
  do i = 1, n
    seen(i) = seen(i) + 1
  end do
  if (any (seen /= 3)) error stop "do"

  total = 0
  largest = 0
  all_positive = .true.
  !$omp parallel do reduction(+: total) reduction(max: largest) &
  !$omp& reduction(.and.: all_positive) collapse(2)
  do i = 1, 20
    do j = 1, 10
      total = total + i * j
      largest = max (largest, i * j)
      all_positive = all_positive .and. i * j > 0
    end do
  end do
  if (total /= 11550 .or. largest /= 200 .or. .not. all_positive) &
    error stop "reduction"

  position = 0
  !$omp parallel do ordered schedule(dynamic)
  do i = 1, n
    !$omp ordered
    position = position + 1
    order(position) = i
    !$omp end ordered
  end do
  if (any (order /= [(i, i = 1, n)])) error stop "ordered"

  !$omp parallel
  !$omp workshare
  a = 1
  b = 2
  where (a < b) c = a + b
  !$omp end workshare
  !$omp end parallel
  if (any (c /= 3)) error stop "workshare"

  !$omp parallel private(value)
  value = -1
  !$omp single
  value = 17
  !$omp end single copyprivate(value)
  if (value /= 17) error stop "copyprivate"
  !$omp sections
  !$omp section
  a(1) = 5
  !$omp section
  a(2) = 6
  !$omp end sections
  !$omp end parallel
  if (a(1) /= 5 .or. a(2) /= 6) error stop "sections"
end program loops
