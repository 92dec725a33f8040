! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Two pointers to mapped arrays change their roles.
program ping_pong
  implicit none
  integer, parameter :: n = 40
  real(8), pointer :: now(:), next(:), p(:)
  integer :: i, step
  allocate (now(n), next(n))
  now = 0
  now(n / 2) = 1
  next = 0
  !$omp target enter data map(to: now, next)
  do step = 1, 4
    !$omp target teams distribute parallel do map(alloc: now, next)
    do i = 2, n - 1
      next(i) = (now(i - 1) + 2 * now(i) + now(i + 1)) / 4
    end do
    p => next
    next => now
    now => p
  end do
  !$omp target update from(now)
  if (abs (sum (now) - 1) > 1d-9) stop 1
  !$omp target exit data map(release: now, next)
  deallocate (now, next)
end program
