! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! Loops of a team, one after another.

program loops
  implicit none
  integer, parameter :: n = 500
  real :: u(n), v(n), s
  integer :: i, k
  u = 1
  s = 0
!$omp target data map(tofrom: u) map(alloc: v)
  do k = 1, 3
!$omp target
!$omp parallel num_threads(4)
!$omp do
    do i = 2, n - 1
      v(i) = (u(i - 1) + u(i) + u(i + 1)) / 3
    end do
!$omp end do
!$omp do
    do i = 2, n - 1
      u(i) = v(i)
    end do
!$omp end do
!$omp end parallel
!$omp end target
  end do
!$omp target map(tofrom: s)
!$omp parallel do num_threads(4) reduction(+: s)
  do i = 1, n
    s = s + u(i)
  end do
!$omp end parallel do
!$omp end target
!$omp end target data
  if (s /= n) error stop
end program
