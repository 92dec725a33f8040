! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! One thread does not take the lock that the others hold.

program race_lock
  use omp_lib
  implicit none
  ! ThreadSanitizer may miss a race of two accesses at the very same time.
  integer, parameter :: turns = 20
  integer :: s, turn
  integer (omp_lock_kind) :: lock
  s = 0
  do turn = 1, turns
!$omp target map(tofrom: s) map(alloc: lock)
    call omp_init_lock (lock)
!$omp parallel num_threads(4)
    if (omp_get_thread_num () == 0) then
      s = s + 10 ! { dg-report "data race" }
    else
      call omp_set_lock (lock)
      s = s + 1 ! { dg-report "data race" }
      call omp_unset_lock (lock)
    end if
!$omp end parallel
    call omp_destroy_lock (lock)
!$omp end target
  end do
  if (s == -1) stop 1
end program
