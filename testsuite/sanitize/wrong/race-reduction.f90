! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! A thread reads the result of a reduction before the others have added to it.

program race_reduction
  implicit none
  ! ThreadSanitizer may miss a race of two accesses at the very same time.
  integer, parameter :: turns = 20
  integer :: s, r, i, turn
  s = 0
  r = 0
  do turn = 1, turns
!$omp target map(tofrom: s, r)
!$omp parallel num_threads(4)
!$omp do reduction(+: s) ! { dg-report "data race" }
    do i = 1, 1000
      s = s + i
    end do
!$omp end do nowait
!$omp single
    r = s ! { dg-report "data race" }
!$omp end single
!$omp end parallel
!$omp end target
  end do
  if (r == -1) stop 1
end program
