! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Regions at the same time on sections of allocatable arrays, of columns and of
! components, side by side.
program main
  implicit none
  type field
    real :: u(10), v(10)
  end type field
  integer, parameter :: n = 16
  real, allocatable :: a(:,:), total(:)
  type(field) :: f
  integer :: j, k
  allocate (a(n, n), total(n))
  a = 1
  f%u = 1
  f%v = 1
  !$omp target data map(tofrom: a, f%u, f%v) map(from: total)
  do j = 1, n
    !$omp target nowait firstprivate(j)
    a(:, j) = a(:, j) * j
    total(j) = sum (a(:, j))
    !$omp end target
  end do
  do k = 1, 2
    !$omp target nowait firstprivate(k)
    f%u(k::2) = f%u(k::2) + k
    !$omp end target
  end do
  !$omp target nowait
  f%v = f%v + 1
  !$omp end target
  !$omp taskwait
  !$omp end target data
  if (sum (total) /= 2176 .or. sum (f%u) /= 25 .or. f%v(1) /= 2) stop 1
end program main
