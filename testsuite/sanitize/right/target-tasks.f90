! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! Target tasks and tasks of the host change one array, in the order of their
! dependences.

program target_tasks
  implicit none
  integer :: a(100), i, k
  a = 0
!$omp parallel num_threads(2)
!$omp single
  do k = 1, 5
!$omp target nowait depend(inout: a) map(tofrom: a)
!$omp parallel do num_threads(2)
    do i = 1, 100
      a(i) = a(i) + 1
    end do
!$omp end parallel do
!$omp end target
!$omp task depend(inout: a) shared(a)
    a(1) = a(1) + 1
!$omp end task
  end do
!$omp end single
!$omp end parallel
  if (a(1) /= 10 .or. a(100) /= 5) error stop
end program
