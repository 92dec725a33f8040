! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! The last iteration of a team's chunk reads what the next team writes.

program main
  implicit none
  integer :: a(101), i
  a = 1
  !$omp target teams distribute num_teams(4) map(tofrom: a)
  do i = 1, 100
    a(i) = a(i) + a(i + 1) ! { dg-report "data race" }
  end do
end program main
