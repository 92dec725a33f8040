! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Iterations of simd loops use elements of others.

program simd_lanes
  implicit none
  integer :: a(100), b(10, 10), s, i
  a = 1
  b = 1
  s = 0
!$omp target map(tofrom: a)
!$omp simd
  do i = 2, 100
    a(i) = a(i - 1) + 1 ! { dg-check race }
  end do
!$omp end target
!$omp target map(tofrom: a)
!$omp simd safelen(4)
  do i = 4, 100
    a(i) = a(i - 3) + 1 ! { dg-check race }
  end do
!$omp end target
!$omp target map(tofrom: s) map(to: b)
!$omp simd
  do i = 1, 10
    s = s + b(1, i) ! { dg-check race }
  end do
!$omp end target
  print *, a(100), s
end program
