! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! A task reads what another one writes, on which it does not depend.

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

program race_task_depend
  use meeting
  implicit none
  ! ThreadSanitizer may miss a race of two accesses at the very same time.
  integer, parameter :: turns = 20
  integer :: a, b, c, here, turn
  a = 0
  b = 0
  c = 0
  do turn = 1, turns
    here = 0
!$omp target map(tofrom: a, b, c, here)
!$omp parallel num_threads(4)
!$omp single
!$omp task shared(a, here) depend(out: a)
    call meet (here)
    a = 1 ! { dg-report "data race" }
!$omp end task
!$omp task shared(a, b, here) depend(in: c) depend(out: b)
    call meet (here)
    b = a ! { dg-report "data race" }
!$omp end task
!$omp end single
!$omp end parallel
!$omp end target
  end do
  if (b == -1) stop 1
end program
