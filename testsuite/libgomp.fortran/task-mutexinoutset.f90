! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-threads "1 2 4 8" }
! mutexinoutset: sums of two array elements at a time, in any order; the writing
! task comes before them, the reading task after them.

program task_mutexinoutset
  use omp_lib
  implicit none
  integer, parameter :: n = 400
  integer :: sums(4), i, total

  sums = 1
  total = -1
  !$omp parallel
  !$omp single
  !$omp task depend(out: sums(1)) shared(sums)
  sums(1) = 0
  !$omp end task
  do i = 1, n
    !$omp task depend(mutexinoutset: sums(1), sums(2 + mod(i, 3))) &
    !$omp& firstprivate(i) shared(sums)
    sums(1) = sums(1) + i
    sums(2 + mod(i, 3)) = sums(2 + mod(i, 3)) + i
    !$omp end task
  end do
  !$omp task depend(in: sums(1)) shared(sums, total)
  total = sums(1)
  !$omp end task
  !$omp end single
  !$omp end parallel
  if (total /= n * (n + 1) / 2) error stop "sum"
  if (sum (sums(2:4)) - 3 /= total) error stop "parts"
end program
