! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! A critical construct does not exclude the threads of other teams.

program race_teams_critical
  implicit none
  ! ThreadSanitizer may miss a race of two accesses at the very same time.
  integer, parameter :: turns = 20
  integer :: s, turn
  s = 0
  do turn = 1, turns
!$omp target teams map(tofrom: s) num_teams(4)
!$omp parallel num_threads(2)
!$omp critical (adding)
    s = s + 1 ! { dg-report "data race" }
!$omp end critical (adding)
!$omp end parallel
!$omp end target teams
  end do
  if (s == -1) stop 1
end program
