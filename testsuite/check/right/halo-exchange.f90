! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Only the columns at the edges go between the host and the device.
program halo_exchange
  implicit none
  integer, parameter :: n = 6, m = 10
  real :: u(n, 0:m+1)
  integer :: i, j, step
  u = 0
  do j = 1, m
    u(:, j) = j
  end do
  !$omp target data map(tofrom: u)
  do step = 1, 3
    !$omp target update from(u(:, 1), u(:, m))
    u(:, 0) = u(:, m)
    u(:, m + 1) = u(:, 1)
    !$omp target update to(u(:, 0), u(:, m+1))
    !$omp target
    do j = 1, m
      do i = 1, n
        u(i, j) = u(i, j) + 0 * u(i, j - 1) + 1
      end do
    end do
    !$omp end target
  end do
  !$omp end target data
  if (u(1, 1) /= 4 .or. u(2, m + 1) /= 3 .or. u(3, 0) /= 12) stop 1
end program
