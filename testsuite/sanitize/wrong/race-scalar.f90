! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! The threads of a team share a variable that each wants for itself.

program race
  implicit none
  ! ThreadSanitizer may miss a race of two accesses at the very same time.
  integer, parameter :: turns = 20
  integer :: i, t, a(1000), turn
  a = 1
  do turn = 1, turns
!$omp target map(tofrom: a)
!$omp parallel do num_threads(4) shared(t)
    do i = 1, 1000
      t = a(i) + i  ! { dg-report "data race" }
      a(i) = t      ! { dg-report "data race" }
    end do
!$omp end parallel do
!$omp end target
  end do
  if (size (a) /= 1000) error stop
end program
