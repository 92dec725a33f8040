! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! Iterations use those that they wait for.

program doacross
  implicit none
  integer :: a(60), b(0:12, 0:12), n, i, j
  a = 0
  b = 0
  n = 12
!$omp target map(tofrom: a)
!$omp parallel do ordered(1) num_threads(4) schedule(static, 1)
  do i = 2, 60
!$omp ordered depend(sink: i - 1)
    a(i) = a(i - 1) + 1
!$omp ordered depend(source)
  end do
!$omp end parallel do
!$omp end target
!$omp target map(tofrom: b)
!$omp parallel do ordered(2) num_threads(4) schedule(static, 1)
  do j = 1, n
    do i = 1, n
!$omp ordered depend(sink: j - 1, i) depend(sink: j, i - 1)
      b(i, j) = b(i, j - 1) + b(i - 1, j) + 1
!$omp ordered depend(source)
    end do
  end do
!$omp end parallel do
!$omp end target
  if (a(60) /= 59 .or. b(1, 12) /= 12 .or. b(2, 2) /= 5) error stop
end program
