! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! Constructs and clauses of OpenMP 5.0 and 5.1 that share work, in regions.

program target_worksharing
  use omp_lib
  implicit none
  integer, parameter :: n = 64
  integer :: a(n), sums(n), i, total, threads, from(0:3), least, old

  ! Loops.
  a = 0
  !$omp target teams loop bind(teams) map(tofrom: a)
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$omp target parallel loop bind(parallel) map(tofrom: a)
  do i = 1, n
    a(i) = a(i) + 2
  end do
  !$omp target map(tofrom: a)
  !$omp loop bind(thread)
  do i = 1, n
    a(i) = a(i) + 3
  end do
  !$omp end target
  !$omp target teams distribute parallel do order(concurrent) map(tofrom: a)
  do i = 1, n
    a(i) = a(i) + 4
  end do
  total = 0
  !$omp target map(tofrom: a, total)
  !$omp parallel do simd nontemporal(a) reduction(+: total)
  do i = 1, n
    a(i) = a(i) + 5
    total = total + a(i)
  end do
  !$omp end target
  if (any (a /= 15) .or. total /= 15 * n) error stop 1

  ! Sums up to each element.
  total = 0
  !$omp target map(to: a) map(from: sums) map(tofrom: total)
  !$omp parallel do reduction(inscan, +: total)
  do i = 1, n
    total = total + a(i)
    !$omp scan inclusive(total)
    sums(i) = total
  end do
  !$omp end target
  do i = 1, n
    if (sums(i) /= 15 * i) error stop 2
  end do
  if (total /= 15 * n) error stop 3

  ! Scope and masked.
  total = 0
  from = 0
  !$omp target map(tofrom: total, threads, from)
  !$omp parallel num_threads(4)
  !$omp scope reduction(+: total)
  total = total + 1
  !$omp end scope
  !$omp single
  threads = omp_get_num_threads ()
  !$omp end single
  !$omp nothing
  !$omp masked filter(threads - 1)
  from(omp_get_thread_num ()) = total
  !$omp end masked
  !$omp end parallel
  !$omp end target
  if (total /= threads .or. from(threads - 1) /= threads) error stop 4

  ! Atomic comparisons.
  least = 100
  old = -1
  !$omp target map(tofrom: least, old)
  !$omp parallel
  !$omp atomic compare
  if (least == 100) then
    least = 1
  end if
  !$omp end parallel
  !$omp atomic compare capture fail(relaxed) seq_cst
  old = least
  if (least == 1) then
    least = 9
  end if
  !$omp end atomic
  !$omp end target
  if (least /= 9 .or. old /= 1) error stop 5

  ! Iterations that wait for earlier ones.
  a = 1
  !$omp target map(tofrom: a)
  !$omp parallel do ordered(1)
  do i = 2, n
    !$omp ordered depend(sink: i - 1)
    a(i) = a(i) + a(i - 1)
    !$omp ordered depend(source)
  end do
  !$omp end target
  if (a(n) /= n) error stop 6
end program
