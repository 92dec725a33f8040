! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! An iteration uses the one before without waiting for it.

program race_doacross
  implicit none
  integer :: a(100), n, i
  a = 0
  n = 100
!$omp target map(tofrom: a)
!$omp parallel do ordered(1) num_threads(4) schedule(static, 1)
  do i = 2, n
    a(i) = a(i - 1) + 1 ! { dg-report "data race" }
!$omp ordered depend(sink: i - 1)
!$omp ordered depend(source)
  end do
!$omp end parallel do
!$omp end target
  if (a(2) == 0) stop 1
end program
