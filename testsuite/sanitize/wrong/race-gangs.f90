! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fopenacc -fsanitize=thread" }
! { dg-output "of the copy of a, 404 bytes at" }
! The last iteration of a gang reads what the next gang writes.

program race_gangs
  implicit none
  ! ThreadSanitizer may miss a race of two accesses at the very same time.
  integer, parameter :: turns = 20
  integer :: a(101), i, turn
  a = 1
  do turn = 1, turns
!$acc parallel loop num_gangs(4) copy(a)
    do i = 1, 100
      a(i) = a(i) + a(i + 1) ! { dg-report "data race" }
    end do
  end do
  if (a(1) == -1) error stop
end program
