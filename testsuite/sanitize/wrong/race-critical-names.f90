! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! Two names of critical are two locks.

program race_critical_names
  use omp_lib
  implicit none
  ! ThreadSanitizer may miss a race of two accesses at the very same time.
  integer, parameter :: turns = 20
  integer :: s, turn
  s = 0
  do turn = 1, turns
!$omp target map(tofrom: s)
!$omp parallel num_threads(4)
    if (mod (omp_get_thread_num (), 2) == 0) then
!$omp critical (even)
      s = s + 1 ! { dg-report "data race" }
!$omp end critical (even)
    else
!$omp critical (odd)
      s = s + 1 ! { dg-report "data race" }
!$omp end critical (odd)
    end if
!$omp end parallel
!$omp end target
  end do
  if (s == -1) stop 1
end program
