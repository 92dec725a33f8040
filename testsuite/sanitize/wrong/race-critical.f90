! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! One thread uses what others write in a critical construct.

program race_critical
  use omp_lib
  implicit none
  ! ThreadSanitizer may miss a race of two accesses at the very same time.
  integer, parameter :: turns = 20
  integer :: s, t, turn
  s = 0
  t = 0
  do turn = 1, turns
!$omp target map(tofrom: s, t)
!$omp parallel num_threads(4)
    if (omp_get_thread_num () == 0) then
      t = s ! { dg-report "data race" }
    else
!$omp critical
      s = s + 1 ! { dg-report "data race" }
!$omp end critical
    end if
!$omp end parallel
!$omp end target
  end do
  if (t == -1) stop 1
end program
