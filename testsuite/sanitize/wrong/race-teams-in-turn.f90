! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! Teams that one thread runs one after the other: the host does not know their
! number.  They add to one variable.

program race_teams_in_turn
  implicit none
  integer :: n, s
  n = 4
  s = 0
!$omp target map(tofrom: s) map(to: n)
!$omp teams num_teams(n)
  s = s + 1 ! { dg-report "data race" }
!$omp end teams
!$omp end target
  if (s == -1) stop 1
end program
