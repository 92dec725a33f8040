! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! One thread writes plainly what the others add to by atomic operations.

program race_atomic
  use omp_lib
  implicit none
  ! ThreadSanitizer may miss a race of two accesses at the very same time.
  integer, parameter :: turns = 20
  integer :: s, turn
  s = 0
  do turn = 1, turns
!$omp target map(tofrom: s)
!$omp parallel num_threads(4)
    if (omp_get_thread_num () == 0) then
      s = 5 ! { dg-report "data race" }
    else
!$omp atomic ! { dg-report "data race" }
      s = s + 1
    end if
!$omp end parallel
!$omp end target
  end do
  if (s == -1) stop 1
end program
