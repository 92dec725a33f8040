! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! Tasks of a taskloop add to one variable.

module meeting
  implicit none
contains
  ! Return after two calls, by two threads, or in the end; this orders
  ! nothing.
  subroutine meet (here)
!$omp declare target
    integer, intent(inout) :: here
    integer :: n, k
!$omp atomic
    here = here + 1
    do k = 1, 1000000
!$omp atomic read
      n = here
      if (n >= 2) exit
    end do
  end subroutine
end module

program race_taskloop
  use meeting
  implicit none
  ! ThreadSanitizer may miss a race of two accesses at the very same time.
  integer, parameter :: turns = 20
  integer :: s, i, here, turn
  s = 0
  do turn = 1, turns
    here = 0
!$omp target map(tofrom: s, here)
!$omp parallel num_threads(4)
!$omp single
!$omp taskloop shared(s, here) num_tasks(10)
    do i = 1, 1000
      call meet (here)
      s = s + i ! { dg-report "data race" }
    end do
!$omp end taskloop
!$omp end single
!$omp end parallel
!$omp end target
  end do
  if (s == -1) stop 1
end program
