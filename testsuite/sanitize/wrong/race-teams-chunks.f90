! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! The last iteration of a team's chunk reads what the next team writes.

program main
  implicit none
  ! ThreadSanitizer may miss a race of two accesses at the very same time.
  integer, parameter :: turns = 20
  integer :: a(101), i, turn
  a = 1
  do turn = 1, turns
    !$omp target teams distribute num_teams(4) map(tofrom: a)
    do i = 1, 100
      a(i) = a(i) + a(i + 1) ! { dg-report "data race" }
    end do
  end do
end program main
