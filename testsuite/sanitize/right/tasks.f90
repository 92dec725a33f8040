! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! Tasks of a region with dependences, reductions and taskwait.

program tasks
  implicit none
  integer :: a, b, s, i, k
  a = 0
  b = 0
  s = 0
!$omp target map(tofrom: a, b, s)
!$omp parallel num_threads(4)
!$omp single
  do k = 1, 20
!$omp task shared(a) depend(inout: a)
    a = a + 1
!$omp end task
!$omp task shared(a, b) depend(in: a) depend(inout: b)
    b = b + a
!$omp end task
  end do
!$omp taskwait
  a = a + b
!$omp end single
!$omp do reduction(+: s)
  do i = 1, 1000
    s = s + 1
  end do
!$omp end do
!$omp single
!$omp taskloop reduction(+: s) grainsize(10)
  do i = 1, 1000
    s = s + 1
  end do
!$omp end taskloop
!$omp end single
!$omp end parallel
!$omp end target
  if (a /= 230 .or. b /= 210 .or. s /= 2000) error stop
end program
