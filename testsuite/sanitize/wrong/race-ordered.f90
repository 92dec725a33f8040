! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! An iteration uses the one before outside of the ordered construct.

program race_ordered
  implicit none
  integer :: a(100), n, i
  a = 0
  n = 0
!$omp target map(tofrom: a, n)
!$omp parallel do ordered num_threads(4) schedule(static, 1)
  do i = 2, 100
    a(i) = a(i - 1) + 1 ! { dg-report "data race" }
!$omp ordered
    n = n + 1
!$omp end ordered
  end do
!$omp end parallel do
!$omp end target
  if (a(2) + n == 0) stop 1
end program
