! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Two halves of a field are computed at the same time, from each other's edge
! that is written meanwhile.
program main
  implicit none
  integer, parameter :: n = 64
  real, allocatable :: u(:)
  integer :: i, step
  allocate (u(n))
  u = 1
  !$omp target data map(tofrom: u)
  do step = 1, 2
    !$omp target nowait
    do i = 2, n / 2
      u(i) = (u(i - 1) + u(i + 1)) / 2
    end do
    !$omp end target
    !$omp target nowait ! { dg-check race }
    do i = n / 2 + 1, n - 1
      u(i) = (u(i - 1) + u(i + 1)) / 2
    end do
    !$omp end target
    !$omp taskwait
  end do
  !$omp end target data
  print *, sum (u)
end program main
