! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Simd loops whose iterations have elements of their own, or are far apart.

program simd_lanes
  implicit none
  integer :: a(100), b(10, 10), s, i, k
  a = 1
  b = 1
  s = 0
!$omp target map(tofrom: a)
!$omp simd safelen(4)
  do i = 5, 100
    a(i) = a(i - 4) + 1
  end do
!$omp end target
  if (a(100) /= 25) error stop
!$omp target map(tofrom: s, b)
!$omp simd reduction(+: s) private(k)
  do i = 1, 10
    do k = 2, 10
      b(k, i) = b(k - 1, i)
    end do
    s = s + sum (b(:, i))
  end do
!$omp end target
  if (s /= 100) error stop
!$omp target teams distribute parallel do simd map(tofrom: a)
  do i = 1, 100
    a(i) = i
  end do
  if (sum (a) /= 5050) error stop
end program
