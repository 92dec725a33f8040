! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The pointer that is mapped has another target when the result is needed.
program pointer_moved
  implicit none
  real, pointer :: now(:), next(:), p(:)
  integer :: i
  allocate (now(12), next(12))
  now = 1
  next = 0
  !$omp target data map(to: now, next)
  !$omp target
  do i = 1, 12
    next(i) = now(i) + 1
  end do
  !$omp end target
  p => next
  next => now
  now => p
  !$omp target update from(next)
  print *, now(2) ! { dg-check lost }
  !$omp end target data
end program
