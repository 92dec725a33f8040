! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Tiled and unrolled loops in regions.  { since 15 }
program p
  implicit none
  integer :: a(12, 10), i, j, total
  a = 0
  !$omp target map (tofrom: a)
  !$omp parallel do
  !$omp tile sizes (4, 5)
  do i = 1, 10
    do j = 1, 12
      a(j, i) = a(j, i) + i * j
    end do
  end do
  !$omp end target
  total = 0
  !$omp target map (tofrom: total) map (to: a)
  !$omp parallel do reduction (+: total)
  !$omp unroll partial (3)
  do i = 1, 10
    total = total + sum (a(:, i))
  end do
  !$omp end target
  if (total /= 55 * 78) error stop
end program
